// SPDX-License-Identifier: BSD-3-Clause
// Lines over the time of the run, on a canvas: axes with units, a logarithmic scale where it is asked for, values under the pointer.

export function short(value, digits = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size < 1e-3 || size >= 1e5 ? value.toExponential(digits > 4 ? digits - 1 : 2).replace("e+", "e") : String(Number(value.toPrecision(digits)));
}

/// Round numbers from low to high, about n of them.
export function ticks(low, high, n) {
  const raw = (high - low) / n, power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find(m => m * power >= raw * 0.999);
  const all = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i) all.push(Number((i * step).toPrecision(12)));
  return all;
}

function logTicks(low, high) {
  const each = Math.max(1, Math.ceil((high - low) / 5)), all = [];
  for (let power = Math.ceil(low - 1e-9); power <= high + 1e-9; ++power) if (power % each === 0) all.push(power);
  return all;
}

export const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class Chart {
  /// options: log: a logarithmic scale; limit: a function that returns where a dashed line is drawn.
  constructor(parent, title, unit, options = {}) {
    Object.assign(this, {options, x: [], series: [], under: null});
    const box = document.createElement("div");
    box.className = "chart";
    const heading = document.createElement("h2");
    heading.textContent = unit ? `${title} [${unit}]` : title;
    this.canvas = document.createElement("canvas");
    this.legend = document.createElement("div");
    this.legend.className = "legend";
    box.append(heading, this.canvas, this.legend);
    parent.append(box);
    this.box = box;
    this.canvas.addEventListener("pointermove", event => { this.under = event.offsetX; this.draw(); });
    this.canvas.addEventListener("pointerleave", () => { this.under = null; this.draw(); });
  }

  /// series: [name, values] each, as long as x.
  set(x, series) {
    this.x = x;
    this.series = series;
    this.box.hidden = x.length < 1 || series.length === 0;
    this.draw();
  }

  scaled(value) {
    if (value === null || value === undefined) return NaN;
    return this.options.log ? (value !== 0 ? Math.log10(Math.abs(value)) : NaN) : value;
  }

  range() {
    let low = Infinity, high = -Infinity;
    for (const [, values] of this.series)
      for (const value of values) {
        const y = this.scaled(value);
        if (y < low) low = y;
        if (y > high) high = y;
      }
    const limit = this.options.limit?.();
    if (limit && low <= high) high = Math.max(high, limit * 1.02), low = Math.min(low, limit);
    if (!(low <= high)) return [0, 1];
    if (this.options.zero) low = Math.min(low, 0);
    const rim = high > low ? 0.04 * (high - low) : this.options.log ? 0.5 : Math.abs(high) * 0.05 || 1;
    return [this.options.zero && low === 0 ? 0 : low - rim, high + rim];
  }

  draw() {
    const {width, height} = this.canvas.getBoundingClientRect();
    if (width === 0) return;
    const dots = window.devicePixelRatio || 1, pen = this.canvas.getContext("2d");
    this.canvas.width = Math.round(width * dots);
    this.canvas.height = Math.round(height * dots);
    pen.scale(dots, dots);
    pen.font = "12px " + getComputedStyle(document.body).fontFamily;
    const [low, high] = this.range(), first = this.x[0], last = this.x[this.x.length - 1] > first ? this.x[this.x.length - 1] : first + 1e-9 + Math.abs(first) * 1e-6;
    const yTicks = this.options.log ? logTicks(low, high) : ticks(low, high, 4);
    const names = yTicks.map(y => this.options.log ? `1e${y}` : short(y));
    const left = 10 + Math.max(20, ...names.map(name => pen.measureText(name).width)), right = width - 10, top = 8, bottom = height - 34;
    const toX = x => left + (x - first) / (last - first) * (right - left), toY = y => bottom - (y - low) / (high - low) * (bottom - top);
    const quiet = colour("--quiet"), line = colour("--line");
    pen.lineWidth = 1;
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    yTicks.forEach((y, i) => {
      pen.strokeStyle = line;
      pen.beginPath(), pen.moveTo(left, toY(y)), pen.lineTo(right, toY(y)), pen.stroke();
      pen.fillStyle = quiet;
      pen.fillText(names[i], left - 6, toY(y));
    });
    pen.textAlign = "center";
    for (const x of ticks(first, last, Math.max(3, Math.floor((right - left) / 60)))) pen.fillText(short(x), Math.min(Math.max(toX(x), left), right - 8), bottom + 12);
    pen.fillText("time [s]", (left + right) / 2, bottom + 27);
    this.lines(pen, toX, toY, [left, right, top, bottom]);
  }

  lines(pen, toX, toY, [left, right, top, bottom]) {
    const limit = this.options.limit?.();
    if (limit) {
      pen.strokeStyle = colour("--quiet");
      pen.setLineDash([5, 4]);
      pen.beginPath(), pen.moveTo(left, toY(limit)), pen.lineTo(right, toY(limit)), pen.stroke();
      pen.setLineDash([]);
    }
    let row = this.x.length - 1;
    if (this.under !== null) {
      let nearest = Infinity;
      this.x.forEach((x, i) => { const away = Math.abs(toX(x) - this.under); if (away < nearest) nearest = away, row = i; });
      pen.strokeStyle = colour("--quiet");
      pen.beginPath(), pen.moveTo(toX(this.x[row]), top), pen.lineTo(toX(this.x[row]), bottom), pen.stroke();
    }
    const entries = this.under === null ? [] : [Object.assign(document.createElement("span"), {textContent: `t = ${short(this.x[row], 5)} s`})];
    pen.lineWidth = 1.5;
    pen.lineJoin = "round";
    this.series.forEach(([name, values], i) => {
      pen.strokeStyle = colour(`--s${i % 6}`);
      pen.beginPath();
      let drawing = false;
      values.forEach((value, k) => {
        const y = this.scaled(value);
        if (Number.isNaN(y)) { drawing = false; return; }
        drawing ? pen.lineTo(toX(this.x[k]), toY(y)) : pen.moveTo(toX(this.x[k]), toY(y));
        drawing = true;
      });
      pen.stroke();
      const entry = document.createElement("span"), mark = document.createElement("i");
      mark.style.background = pen.strokeStyle;
      entry.append(mark, `${name} ${short(values[row])}`);
      entries.push(entry);
    });
    this.legend.replaceChildren(...entries);
  }
}
