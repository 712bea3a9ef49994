// Links that hold a text and a question about it; nothing of them reaches the server.

import type { Values } from "./model";

export interface Shared {
  name: string;
  text: string;
  command: string;
  options: Values;
}

const PREFIX = "#share=";

export async function linkTo(shared: Shared): Promise<string> {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(shared)));
  const letters = btoa(Array.from(packed, (each) => String.fromCharCode(each)).join(""));
  const safe = letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}/${PREFIX}${safe}`;
}

/** What the address holds, if anything; whatever is wrong with it counts as nothing. */
export async function sharedIn(fragment: string): Promise<Shared | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  try {
    const letters = fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
    const packed = Uint8Array.from(atob(letters), (each) => each.charCodeAt(0));
    const text = new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), packed));
    const found = JSON.parse(text) as Shared;
    const right = [found.name, found.text, found.command].every((each) => typeof each === "string");
    return right && typeof found.options === "object" ? found : null;
  } catch {
    return null;
  }
}

const LONGEST = 4 << 20;

async function through(
  stream: CompressionStream | DecompressionStream,
  content: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const reader = new Blob([content]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    length += next.value.length;
    if (length > LONGEST) throw new Error("the link holds too much");
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const each of chunks) {
    whole.set(each, at);
    at += each.length;
  }
  return whole;
}
