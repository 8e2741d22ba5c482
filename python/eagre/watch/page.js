// SPDX-License-Identifier: BSD-3-Clause
// Asks the server once a second for what is new, and shows it. Words of the log are put in as text, never as HTML.
import {Chart, short} from "./chart.js";
import {decode, draw} from "./picture.js";

const $ = id => document.getElementById(id);
const token = location.hash.slice("#token=".length) || sessionStorage.getItem("token") || "";
if (location.hash) {
  sessionStorage.setItem("token", token);
  history.replaceState(null, "", location.pathname);
}
const headers = token ? {Authorization: `Bearer ${token}`} : {};
const lists = new Map();  // of rows: what came so far
const charts = new Map();
let picture = null, pictureNumber = 0, summary = {};

function duration(seconds) {
  const s = Math.round(seconds), two = n => String(n).padStart(2, "0");
  return s < 60 ? `${s} s` : s < 3600 ? `${Math.floor(s / 60)} min ${two(s % 60)} s` : `${Math.floor(s / 3600)} h ${two(Math.floor(s % 3600 / 60))} min`;
}

/// Adds the rows that are new to those of a list.
function extend(name, sent) {
  let list = lists.get(name);
  if (!list || sent.whole) lists.set(name, list = {rows: 0, columns: {}});
  for (const [column, values] of Object.entries(sent.columns)) {
    const all = list.columns[column] ??= new Array(list.rows).fill(null);
    for (const value of values) all.push(value);
  }
  list.rows += sent.rows;
  for (const all of Object.values(list.columns)) while (all.length < list.rows) all.push(null);
  if (sent.last >= 0) list.sent = [sent.last, sent.generation];
  return list;
}

function chart(name, unit, x, series, options) {
  if (series.length === 0) return;
  if (!charts.has(name)) charts.set(name, new Chart($("charts"), name, unit, options));
  charts.get(name).set(x, series);
}

function showCharts(list) {
  const columns = list.columns, x = columns.time || [], one = (name, label) => columns[name] ? [[label, columns[name]]] : [];
  const of = (begin, change = values => values) => Object.keys(columns).filter(name => name.startsWith(begin)).map(name => [name.slice(begin.length), change(columns[name], name)]);
  chart("Initial residuals", "-", x, of("residual:"), {log: true});
  chart("Courant numbers", "-", x, [...one("courant", "largest"), ...one("interfaceCourant", "largest at the interface")], {zero: true, limit: () => summary.maxCo});
  chart("Time step", "s", x, one("deltaT", "deltaT"), {zero: true});
  chart("Iterations per step", "-", x, of("iterations:"), {zero: true});
  chart("Drift of the phase volume", "%", x, of("phase:", (values, name) => values.map(v => v === null ? null : 100 * (v / summary.firstPhase[name.slice("phase:".length)] - 1))));
  chart("Continuity errors", "-", x, [...one("local", "sum local"), ...one("cumulative", "cumulative, absolute")], {log: true});
}

function showTable(table) {
  const {columns} = extend(table.name, table), x = columns.time || [];
  const names = Object.keys(columns).filter(name => name !== "time").slice(0, 6);
  chart(table.name, "", x, names.map(name => [name, columns[name]]));
}

function card(title, value, note) {
  const box = document.createElement("div"), put = (tag, text) => box.append(Object.assign(document.createElement(tag), {textContent: text}));
  box.className = "card";
  put("h2", title), put("b", value), put("p", note || "");
  return box;
}

function cards() {
  const step = summary.step, all = [];
  const names = begin => Object.keys(step).filter(name => name.startsWith(begin)).map(name => name.slice(begin.length));
  if ("deltaT" in step) all.push(card("Time step", `${short(step.deltaT, 6)} s`, summary.limit && `limited by: ${summary.limit}`));
  if ("courant" in step) all.push(card("Courant number", short(step.courant, 6), `mean ${short(step.courantMean)}` + (summary.maxCo ? `, maxCo ${short(summary.maxCo)}` : "")));
  if ("interfaceCourant" in step) all.push(card("Courant number at the interface", short(step.interfaceCourant, 6), `mean ${short(step.interfaceCourantMean)}` + (summary.maxAlphaCo ? `, maxAlphaCo ${short(summary.maxAlphaCo)}` : "")));
  for (const field of names("phase:")) {
    const now = step["phase:" + field], first = summary.firstPhase[field];
    all.push(card(`Volume fraction of ${field}`, short(now, 8), `drift ${short(100 * (now - first) / first, 3)} %; ${field} from ${short(step["min:" + field], 3)} to ${short(step["max:" + field], 7)}`));
  }
  for (const field of names("residual:")) all.push(card(`Residual of ${field}`, short(step["residual:" + field]), `final ${short(step["final:" + field])}, ${step["iterations:" + field]} iterations`));
  if ("local" in step) all.push(card("Continuity errors", short(step.local), `sum local; global ${short(step.global)}, cumulative ${short(step.cumulative)}`));
  const memory = summary.memory.reduce((sum, n) => sum + n, 0);
  if (memory > 0) all.push(card("Memory", `${memory} MB`, (summary.memory.length > 1 ? `${summary.memory.length} ranks, the largest ${Math.max(...summary.memory)} MB` : "one rank") + (summary.memoryIsNow ? ", now" : ", after the first step")));
  if ("clock" in step && summary.steps > 0) all.push(card("Steps", String(summary.steps), `${short(step.execution / summary.steps, 3)} s each; ${duration(step.clock)} in all`));
  $("cards").replaceChildren(...all);
}

function show() {
  const step = summary.step, share = summary.share === null ? null : 100 * summary.share;
  $("case").textContent = summary.case;
  $("about").textContent = [summary.application, summary.program, summary.host && `on ${summary.host}`, summary.ranks && `${summary.ranks} rank${summary.ranks === "1" ? "" : "s"}`].filter(Boolean).join(" · ");
  $("phase").textContent = summary.phase;
  $("phase").className = "phase " + summary.phase;
  $("words").textContent = summary.read < 1 ? `reading the log: ${(100 * summary.read).toFixed(0)} %` : summary.words;
  $("filled").style.width = `${share ?? 0}%`;
  $("share").textContent = share === null ? "" : `${share.toFixed(1)} %`;
  $("time").textContent = "time" in step ? `t = ${short(step.time, 9)} s` + (summary.endTime !== null ? ` of ${short(summary.endTime, 9)} s` : "") : "";
  $("left").textContent = summary.left === null ? "" : `about ${duration(summary.left)} left`;
  document.title = `${share === null ? "" : share.toFixed(0) + " % "}${summary.case}`;
  $("logName").textContent = summary.log || "the log";
  $("tail").textContent = summary.tail.join("\n");
  $("messages").hidden = summary.messages.length === 0;
  document.querySelector("#messages pre").textContent = summary.messages.join("\n");
  $("actions").hidden = !token || Object.values(summary.actions).every(reason => reason === "nothing runs");
  for (const button of document.querySelectorAll("[data-action]")) enable(button, summary.actions[button.dataset.action]);
  enable(document.querySelector("#ending button"), summary.actions.endTime);
  $("end").placeholder = summary.endTime === null ? "" : short(summary.endTime, 9);
  cards();
}

function enable(button, reason) {
  button.disabled = reason !== "";
  button.title = reason;
}

async function act(action, value) {
  const response = await fetch("action", {method: "POST", headers, body: JSON.stringify({action, value})});
  const answer = await response.json();
  $("answer").textContent = answer.done || answer.error;
}

function drawPicture() {
  if (!picture) return;
  const fields = ["alpha", "speed"].filter(field => picture.values[field]);
  while ($("canvases").children.length < fields.length) $("canvases").append(document.createElement("canvas"));
  fields.forEach((field, i) => draw($("canvases").children[i], picture, field));
}

async function showPicture(now) {
  $("pictures").hidden = now.number === 0 && !now.error;
  $("pictureError").textContent = now.error && `The latest time could not be drawn: ${now.error}`;
  if (now.number === 0 || now.number === pictureNumber) return;
  const response = await fetch("picture", {headers});
  if (!response.ok) return;
  picture = decode(await response.arrayBuffer());
  pictureNumber = now.number;
  $("pictureTime").textContent = `t = ${picture.time} s`;
  drawPicture();
}

async function refresh() {
  const sent = Object.fromEntries([...lists].filter(([, list]) => list.sent).map(([name, list]) => [name, list.sent]));
  const response = await fetch("data?sent=" + encodeURIComponent(JSON.stringify(sent)), {headers});
  const answer = await response.json();
  if (answer.error) throw new Error(answer.error);
  summary = answer.summary;
  show();
  showCharts(extend("steps", answer.steps));
  answer.tables.forEach(showTable);
  await showPicture(answer.picture);
  $("connection").textContent = "eagre watch, live";
  $("connection").className = "";
}

async function go() {
  try {
    await refresh();
  } catch (error) {
    $("connection").textContent = `No answer from eagre watch (${error.message}); what is shown is as it was last.`;
    $("connection").className = "lost";
  }
  setTimeout(go, document.hidden ? 5000 : 1000);
}

for (const button of document.querySelectorAll("[data-action]"))
  button.addEventListener("click", () => { if (button.dataset.action === "write" || confirm("Write and stop the run?")) act(button.dataset.action); });
$("ending").addEventListener("submit", event => { event.preventDefault(); act("endTime", $("end").value); });
const redraw = () => { charts.forEach(chart => chart.draw()); drawPicture(); };
addEventListener("resize", redraw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
go();
