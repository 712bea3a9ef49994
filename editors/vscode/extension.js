"use strict";
// Starts `refute lsp` for the files of its languages, and shows its report in a panel.

const path = require("path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["console", "workflow", "funlogic", "nominal", "fmsl"];

/** @type {LanguageClient | undefined} */
let client;

/** @type {{ panel: vscode.WebviewPanel, uri: string } | undefined} */
let report;

async function activate(context) {
  const register = (name, action) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, action));
  register("refute.check", () => ask("check"));
  register("refute.run", () => ask("run"));
  register("refute.checkProgram", checkProgram);
  register("refute.report", showReport);
  register("refute.restart", restart);
  // Whatever was answered changes the diagnostics of its document, so the report may be new.
  context.subscriptions.push(vscode.languages.onDidChangeDiagnostics(refreshReport));
  await start();
}

async function deactivate() {
  await client?.stop();
}

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("refute").get("command");
  client = new LanguageClient(
    "refute",
    "refute",
    { command, args },
    { documentSelector: LANGUAGES.map((name) => ({ language: `refute-${name}` })) },
  );
  try {
    await client.start();
  } catch (failure) {
    const help = "Install it with `pip install '.[editor]'` in the checkout of refute, or set `refute.command`.";
    vscode.window.showErrorMessage(`refute: ${command} could not be started. ${help}`);
  }
}

async function restart() {
  await client?.stop();
  await start();
}

/** The document that a command is about: that of the active editor, if it is one of ours. */
function current() {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId.startsWith("refute-")) {
    return document;
  }
  vscode.window.showInformationMessage("refute: open a specification first.");
  return undefined;
}

async function ask(command, options) {
  const document = current();
  if (document === undefined) {
    return;
  }
  try {
    const wanted = { uri: document.uri.toString(), command, options: options ?? {} };
    await vscode.commands.executeCommand("refute.ask", wanted);
    await showReport();
  } catch (failure) {
    vscode.window.showWarningMessage(`refute: ${failure.message}`);
  }
}

async function checkProgram() {
  const document = current();
  if (document === undefined) {
    return;
  }
  const chosen = await vscode.window.showOpenDialog({
    defaultUri: vscode.Uri.file(path.dirname(document.uri.fsPath)),
    openLabel: "Check",
    title: "Which program should do what the specification says?",
  });
  if (chosen !== undefined) {
    const program = chosen[0].fsPath;
    await ask("check", { program: program.endsWith(".py") ? ["python3", program] : [program] });
  }
}

async function showReport() {
  const document = current();
  if (document === undefined || client === undefined) {
    return;
  }
  if (report === undefined) {
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("refute", "refute", beside, {});
    panel.onDidDispose(() => (report = undefined));
    report = { panel, uri: "" };
  }
  report.uri = document.uri.toString();
  report.panel.title = `refute: ${path.basename(document.uri.fsPath)}`;
  await drawReport();
}

async function refreshReport(event) {
  if (report !== undefined && event.uris.some((uri) => uri.toString() === report?.uri)) {
    await drawReport();
  }
}

async function drawReport() {
  try {
    const { html } = await client.sendRequest("refute/report", { uri: report.uri });
    if (report !== undefined) {
      report.panel.webview.html = html;
    }
  } catch (failure) {
    client?.outputChannel.appendLine(`no report: ${failure.message}`);
  }
}

module.exports = { activate, deactivate };
