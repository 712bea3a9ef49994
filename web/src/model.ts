// What the server says; nothing here knows a particular language.

export interface Option {
  name: string;
  kind: "str" | "int" | "float" | "bool";
  repeatable: boolean;
  default: string | number | boolean | string[] | null;
  help: string;
  metavar: string;
  choices: string[];
}

export interface Command {
  name: string;
  conversation: boolean;
  takes: string[];
  options: Option[];
}

export interface Language {
  name: string;
  summary: string;
  endings: string[];
  sketches: string[];
  plan: PlanFormat | null;
  commands: Command[];
}

/** How the test plans of a language look: the columns of a new one, and what they usually hold. */
export interface PlanFormat {
  needed: string[];
  header: string[];
  result: string;
  choices: Record<string, string[]>;
}

/** A row of a test plan; one that is new has no line yet. */
export interface PlanRow {
  line: number | null;
  cells: string[];
}

export interface PlanTable {
  columns: string[];
  rows: PlanRow[];
}

export interface Plan {
  text: string;
  tables: PlanTable[];
  version: string;
}

export interface Start {
  version: string;
  public: boolean;
  folder: string;
  opened: string;
  languages: Language[];
  files: string[];
  gallery: string[];
}

export type Values = Record<string, string | number | boolean | string[]>;

export type Place = "folder" | "gallery";

export interface Turn {
  pieces: { text: string; typed: boolean }[];
  wrong: boolean;
  beside: string;
  note: string;
}

export type Block =
  | { kind: "bindings"; title: string; rows: { name: string; value: string }[] }
  | { kind: "lines"; title: string; lines: string[] }
  | { kind: "table"; title: string; header: string[]; rows: string[][] }
  | { kind: "outline"; nodes: { depth: number; label: string; mark: string }[] }
  | { kind: "dialogue"; title: string; turns: Turn[] }
  | { kind: "graph"; title: string; svg: string; nodes: Labelled[]; edges: Edge[] }
  | { kind: "diagram"; title: string; svg: string; pictures: { title: string; svg: string }[] };

export interface Labelled {
  label: string;
  mark: string;
}

export interface Edge {
  from: number;
  to: number;
  label: string;
}

export interface Outcome {
  question: string;
  kind: string;
  verdict: "refuted" | "undecided" | "passed" | "confirmed";
  word: string;
  summary: string;
  bound: string;
  reason: string;
  blocks: Block[];
  statistics: Record<string, number | null>;
  place: string;
  seconds: number;
}

/** A stretch of the text, by lines and columns from 1, and what became of it. */
export interface Spot {
  from: [number, number];
  to: [number, number];
  mark: string;
}

export interface Position {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

export interface Diagnostic {
  code: string;
  severity: "error" | "warning";
  message: string;
  help: string;
  primary: { text: string; place: Position | null } | null;
}

export type Form =
  | { is: "field"; label: string; kind: string; entry: string; value: string; choices: string[]; role: string }
  | { is: "button"; label: string; entry: string; role: string }
  | { is: "shown"; label: string; value: string }
  | { is: "group"; parts: Form[]; between: string };

export interface State {
  kind: "state";
  prompt: string;
  commands: Record<string, string>;
  asides: string[];
  offers: { label: string; entry: string }[];
  users: Record<string, string[]>;
  verbatim: boolean;
  finished: boolean;
  names: string[];
  form: Form | null;
}

export interface End {
  kind: "end";
  code: number;
  verdict?: string;
  word?: string;
  interrupted?: boolean;
  seconds?: number;
  failure?: string;
  bug?: string;
  grading?: string;
  left?: boolean;
}

/** A submission of a class with its grade; `corrected` and `comment` are a tutor's. */
export interface Graded {
  name: string;
  identity: string;
  person: string;
  group: string;
  late: boolean;
  language: string;
  verdict: string;
  outcome: string;
  summary: string;
  score: number | null;
  computed: number | null;
  corrected: number | null;
  comment: string;
}

/** What is known of the class of a specification; `roster` is the number of people in it. */
export interface Class {
  id: string;
  handed_in: boolean;
  roster: number | null;
  grades: {
    points: number;
    average: number | null;
    files: string[];
    submissions: Graded[];
    absent: string[];
    stale: boolean;
  } | null;
}

export interface Entry {
  at: string;
  who: string;
  told: string;
}

export type Message =
  | { kind: "waiting" }
  | { kind: "started" }
  | { kind: "outcome"; outcome: Outcome; bare: boolean; entries: string[]; spots: Spot[] }
  | { kind: "interim"; outcome: Outcome }
  | { kind: "parts"; parts: { label: string; line: number | null }[] }
  | { kind: "part"; number: number }
  | { kind: "plan"; text: string; tables: PlanTable[] }
  | { kind: "diagnostic"; diagnostic: Diagnostic; text: string }
  | { kind: "artifact"; name: string; text: string }
  | { kind: "said"; text: string; goes_on?: boolean }
  | { kind: "progress"; text: string }
  | { kind: "count"; done: number; all: number }
  | { kind: "refused"; text: string }
  | { kind: "run"; name: string; seen: number; entries: Entry[]; people: string[] }
  | State
  | End;

/** What the commands that languages share are called on buttons; others keep their name. */
const LABELS: Record<string, string> = { repl: "Ask", grade: "Hand in", doc: "Document", plan: "Test plan" };

export function label(command: string): string {
  return LABELS[command] ?? command.charAt(0).toUpperCase() + command.slice(1);
}

export function languageOf(name: string, languages: Language[]): Language | undefined {
  const lower = name.toLowerCase();
  return languages.find((each) => [...each.endings, ...each.sketches].some((ending) => lower.endsWith(ending)));
}

/** The commands that make sense for a file: sketches of a language only begin a specification. */
export function commandsFor(name: string, language: Language): Command[] {
  const sketch = language.sketches.some((ending) => name.toLowerCase().endsWith(ending));
  const offered = language.commands.filter((each) => (each.name === "skeleton") === sketch);
  const tests = offered.find((each) => each.name === "tests");
  return language.plan === null || tests === undefined ? offered : [...offered, { ...tests, name: "plan" }];
}
