// The server: files over HTTP, and one WebSocket for all that takes time.

import type { Class, Message, Place, Plan, Start, Values } from "./model";

export class Refusal extends Error {}

async function request<T>(method: string, path: string, body?: BodyInit): Promise<T> {
  const response = await fetch(path, { method, body });
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok) {
    const text = type.includes("json") ? (await response.json()).error : await response.text();
    throw new Refusal(text || `the server answered ${response.status}`);
  }
  return (await response.json()) as T;
}

const encoded = (name: string) => name.split("/").map(encodeURIComponent).join("/");

/** What is handed in, to the workbench or to an exercise. */
export interface Uploads {
  newUpload: () => Promise<{ id: string }>;
  upload: (id: string, name: string, content: Blob) => Promise<object>;
}

export const uploadsAt = (place: string): Uploads => ({
  newUpload: () => request<{ id: string }>("POST", `${place}/uploads`),
  upload: (id, name, content) => request<object>("PUT", `${place}/uploads/${id}/${encoded(name)}`, content),
});

export const sheetOf = (exercise: string) => request<{ name: string; sheet: string }>("GET", `${exercise}/sheet`);

export const server = {
  start: () => request<Start>("GET", "/api/start"),
  read: (place: Place, name: string) =>
    request<{ text: string; version: string }>("GET", `/api/files/${place}/${encoded(name)}`),
  write: (name: string, text: string, version: string) =>
    request<{ version: string }>("PUT", `/api/files/folder/${encoded(name)}`, JSON.stringify({ text, version })),
  plans: (language: string) => request<{ plans: string[] }>("GET", `/api/plans/${language}`),
  readPlan: (language: string, name: string) => request<Plan>("GET", `/api/plans/${language}/${encoded(name)}`),
  writePlan: (language: string, name: string, plan: Plan) =>
    request<Plan>("PUT", `/api/plans/${language}/${encoded(name)}`, JSON.stringify(plan)),
  ...uploadsAt("/api"),
  beginExercise: (asked: Asked) => request<{ id: string }>("POST", "/api/exercises", JSON.stringify(asked)),
  classOf: (place: Place, name: string) => request<Class>("GET", `/api/classes/${place}/${encoded(name)}`),
  roster: (place: Place, name: string, content: Blob) =>
    request<Class>("PUT", `/api/classes/${place}/${encoded(name)}`, content),
  remark: (grading: string, submission: string, remark: { score: number | null; comment: string }) =>
    request<object>("PUT", `/api/gradings/${grading}/${encodeURIComponent(submission)}`, JSON.stringify(remark)),
  forgetClass: (grading: string) => request<object>("DELETE", `/api/gradings/${grading}`),
  runs: () =>
    request<{ runs: { id: string; name: string; entries: object[]; people: string[] }[] }>("GET", "/api/runs"),
  beginRun: (asked: Asked) => request<{ id: string }>("POST", "/api/runs", JSON.stringify(asked)),
};

export interface Asked {
  command: string;
  name: string;
  text: string;
  place: Place;
  options: Values;
}

type Listener = (message: Message) => void;

/** Something under way: what is said about it comes to its listener, and it takes messages. */
export class Channel {
  constructor(
    private readonly connection: Connection,
    private readonly id: number,
  ) {}

  send(message: object): void {
    this.connection.send({ id: this.id, ...message });
  }
}

/** Opens the WebSocket when it is needed, and again when it was lost. */
export class Connection {
  private socket: WebSocket | null = null;
  private listeners = new Map<number, Listener>();
  private next = 1;

  constructor(private readonly path = "/socket") {}

  open(message: object, listener: Listener): Channel {
    const id = this.next;
    this.next += 1;
    this.listeners.set(id, listener);
    this.send({ id, ...message });
    return new Channel(this, id);
  }

  send(message: { id: number } & object): void {
    const socket = this.connected();
    const text = JSON.stringify(message);
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
    else socket.addEventListener("open", () => socket.send(text), { once: true });
  }

  private connected(): WebSocket {
    if (this.socket !== null) return this.socket;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.lost(event.reason));
    this.socket = socket;
    return socket;
  }

  private take(message: Message & { id?: number }): void {
    if (message.id !== undefined) this.listeners.get(message.id)?.(message);
  }

  private lost(reason: string): void {
    this.socket = null;
    const listeners = [...this.listeners.values()];
    this.listeners.clear();
    const failure = reason || "the server cannot be reached";
    for (const each of listeners) each({ kind: "end", code: 3, failure, interrupted: true, left: true });
  }
}
