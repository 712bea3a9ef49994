// Forms for the options of commands, made from what the language declares.

import { freshId, h } from "./dom";
import type { Command, Option, Values } from "./model";

/** The form of a command's options; `values` has what differs from the defaults. */
export class OptionForm {
  readonly element: HTMLElement;
  private inputs = new Map<Option, HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>();

  constructor(command: Command, values: Values = {}) {
    this.element = h("div", { class: "options" }, ...command.options.map((each) => this.row(each, values[each.name])));
  }

  get values(): Values {
    const found: Values = {};
    for (const [option, input] of this.inputs) {
      const value = read(option, input);
      if (value !== undefined) found[option.name] = value;
    }
    return found;
  }

  private row(option: Option, value: Values[string] | undefined): HTMLElement {
    const id = freshId();
    const input = control(option, id, value ?? option.default);
    input.setAttribute("aria-describedby", `${id}-help`);
    this.inputs.set(option, input);
    const label = h("label", { for: id }, option.name.replaceAll("-", " "));
    const help = h("small", { id: `${id}-help` }, option.help.replaceAll("`", ""));
    return h("div", { class: `option ${option.kind}` }, label, input, help);
  }
}

function control(option: Option, id: string, value: unknown): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  if (option.choices.length > 0) {
    const empty = option.default === null ? [h("option", { value: "" }, "as usual")] : [];
    const offered = option.choices.map((each) => h("option", { value: each, selected: each === value }, each));
    return h("select", { id }, ...empty, ...offered);
  }
  if (option.repeatable) {
    const lines = Array.isArray(value) ? value.join("\n") : "";
    return h("textarea", { id, rows: 2, placeholder: `${option.metavar}, one a line` }, lines);
  }
  if (option.kind === "bool") return h("input", { id, type: "checkbox", checked: value === true });
  const text = value === null || value === undefined ? "" : String(value);
  if (option.kind === "str") return h("input", { id, type: "text", value: text, placeholder: option.metavar });
  const step = option.kind === "float" ? "any" : "1";
  return h("input", { id, type: "number", step, min: 0, value: text, placeholder: option.metavar });
}

function read(option: Option, input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement) {
  if (input instanceof HTMLInputElement && input.type === "checkbox") return input.checked || undefined;
  const text = input.value.trim();
  if (option.repeatable) return text ? input.value.split("\n").filter(Boolean) : undefined;
  if (text === "" || text === String(option.default)) return undefined;
  return option.kind === "int" || option.kind === "float" ? Number(text) : text;
}
