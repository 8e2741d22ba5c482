// SPDX-License-Identifier: BSD-3-Clause
// Draws the slice of a case: speed and phase fraction in the polygons, and the interface as the sides between alpha below and above 1/2.
import {colour, short, ticks} from "./chart.js";

const VIRIDIS = ["440154", "482878", "3e4a89", "31688e", "26828e", "1f9e89", "35b779", "6ece58", "b5de2b", "fde725"];
const WATER = ["f4f8fc", "c6dbef", "6baed6", "2171b5", "08306b"];

function mixed(stops, share) {
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1), i = Math.min(stops.length - 2, Math.floor(at));
  const part = (hex, k) => parseInt(hex.slice(2 * k, 2 * k + 2), 16);
  return "rgb(" + [0, 1, 2].map(k => Math.round(part(stops[i], k) + (at - i) * (part(stops[i + 1], k) - part(stops[i], k)))).join() + ")";
}

/// What /picture sends: a line of JSON and arrays behind it (python/eagre/watch/pictures.py).
export function decode(buffer) {
  const bytes = new Uint8Array(buffer), end = bytes.indexOf(10);
  const slice = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  let place = end + 1;
  const take = (Kind, n) => { const values = new Kind(buffer, place, n); place += 4 * n; return values; };
  slice.x = take(Float32Array, slice.points);
  slice.y = take(Float32Array, slice.points);
  slice.offsets = take(Uint32Array, slice.polygons + 1);
  slice.of = take(Uint32Array, slice.corners);
  slice.values = {};
  for (const field of slice.fields) slice.values[field] = take(Float32Array, slice.polygons);
  slice.interface = slice.values.alpha ? interfaceOf(slice) : [];
  return slice;
}

/// Pairs of points: the sides of which the polygons on both sides are on different sides of alpha = 1/2.
function interfaceOf({polygons, offsets, of, values}) {
  const open = new Map(), found = [], n = of.reduce((most, p) => Math.max(most, p), 0) + 1;
  for (let i = 0; i < polygons; ++i)
    for (let k = offsets[i]; k < offsets[i + 1]; ++k) {
      const a = of[k], b = of[k + 1 < offsets[i + 1] ? k + 1 : offsets[i]], key = Math.min(a, b) * n + Math.max(a, b);
      const other = open.get(key);
      if (other === undefined) open.set(key, i);
      else if (values.alpha[i] < 0.5 !== values.alpha[other] < 0.5) found.push([a, b]);
    }
  return found;
}

const extent = values => values.reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [Infinity, -Infinity]);

export function draw(canvas, slice, field) {
  const water = field === "alpha", stops = water ? WATER : VIRIDIS, values = slice.values[field];
  const [x0, x1] = extent(slice.x), [y0, y1] = extent(slice.y), width = canvas.parentElement.clientWidth / (canvas.parentElement.clientWidth > 800 ? 2 : 1) - 8;
  const left = 46, right = 14, top = 26, bottom = 38, scale = Math.min((width - left - right) / (x1 - x0), 380 / (y1 - y0));
  const height = top + bottom + scale * (y1 - y0), dots = window.devicePixelRatio || 1, pen = canvas.getContext("2d");
  canvas.width = Math.round(width * dots);
  canvas.height = Math.round(height * dots);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  pen.scale(dots, dots);
  const toX = x => left + (x - x0) * scale, toY = y => height - bottom - (y - y0) * scale;
  const most = water ? 1 : extent(values)[1] || 1, colours = Array.from({length: 64}, (_, i) => mixed(stops, i / 63));
  for (let i = 0; i < slice.polygons; ++i) {
    pen.beginPath();
    for (let k = slice.offsets[i]; k < slice.offsets[i + 1]; ++k) pen.lineTo(toX(slice.x[slice.of[k]]), toY(slice.y[slice.of[k]]));
    pen.closePath();
    pen.fillStyle = pen.strokeStyle = colours[Math.round(63 * Math.min(1, Math.max(0, values[i] / most)))];
    pen.lineWidth = 1;
    pen.fill(), pen.stroke();
  }
  pen.strokeStyle = water ? "#d1590a" : "#ffffff";
  pen.lineWidth = 1.3;
  pen.beginPath();
  for (const [a, b] of slice.interface) pen.moveTo(toX(slice.x[a]), toY(slice.y[a])), pen.lineTo(toX(slice.x[b]), toY(slice.y[b]));
  pen.stroke();
  axes(pen, slice, {toX, toY, x0, x1, y0, y1, left, height, bottom, scale});
  bar(pen, water ? slice.alpha + " [-]" : "speed [m/s]", most, stops, left);
}

function axes(pen, slice, {toX, toY, x0, x1, y0, y1, left, height, bottom, scale}) {
  pen.font = "12px " + getComputedStyle(document.body).fontFamily;
  pen.fillStyle = colour("--quiet");
  pen.textAlign = "center";
  pen.textBaseline = "top";
  for (const x of ticks(x0, x1, Math.max(2, (x1 - x0) * scale / 80))) pen.fillText(short(x), toX(x), height - bottom + 5);
  pen.fillText(`${slice.axes[0]} [m]`, (toX(x0) + toX(x1)) / 2, height - 16);
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  const upright = ticks(y0, y1, Math.max(2, (y1 - y0) * scale / 50));
  upright.forEach((y, i) => pen.fillText(i === upright.length - 1 ? `${slice.axes[1]} [m]` : short(y), left - 6, toY(y)));
}

function bar(pen, name, most, stops, left) {
  pen.textAlign = "left";
  pen.fillText(name, left, 10);
  const begin = left + pen.measureText(name).width + 28, length = 110;
  for (let i = 0; i < length; ++i) {
    pen.fillStyle = mixed(stops, i / length);
    pen.fillRect(begin + i, 5, 1.5, 9);
  }
  pen.fillStyle = colour("--quiet");
  pen.textAlign = "right";
  pen.fillText("0", begin - 5, 10);
  pen.textAlign = "left";
  pen.fillText(short(most, 3), begin + length + 6, 10);
}
