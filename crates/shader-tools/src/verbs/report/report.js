// The page of `shader-tools report`. What comes from shaders is put into the page as text only, never as markup.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const views = document.getElementById("views").textContent.split("\n").slice(1);
  const files = data.files.map((file, index) => ({
    index,
    ...file.ls,
    ...(file.stat || {}),
    errors: file.errors,
    warnings: file.warnings,
    rules: file.rules,
    stage: (file.ls.profile || "none").split("_")[0],
  }));
  const main = document.getElementById("main");
  const number = new Intl.NumberFormat("en-US");
  const grouped = (value) => (value === undefined || value === null ? "" : number.format(value));
  const counted = (count, thing) => `${grouped(count)} ${thing}${count === 1 ? "" : "s"}`;
  const collator = new Intl.Collator("en", { numeric: true });
  const sum = (list, of) => list.reduce((total, item) => total + (of(item) || 0), 0);

  /** The files that have a key, by each key that any of them has. */
  function grouping(keysOf) {
    const groups = new Map();
    for (const file of files) {
      for (const key of keysOf(file)) {
        if (!groups.has(key)) groups.set(key, []);
        groups.get(key).push(file);
      }
    }
    return groups;
  }

  /** An element with attributes and children; texts become text nodes. */
  function el(name, attributes, ...children) {
    return fill(document.createElement(name), attributes, children);
  }

  function svg(name, attributes, ...children) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
  }

  function fill(node, attributes, children) {
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "on") Object.entries(value).forEach(([event, handler]) => node.addEventListener(event, handler));
      else if (value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== ""));
    return node;
  }

  const heading = (text, note) => el("h2", { tabindex: "-1" }, text, note && el("small", {}, note));
  // The folder that all files lie in is said once.
  const folder = files.reduce((common, it) => {
    const path = it.file.slice(0, it.file.lastIndexOf("/") + 1);
    let length = 0;
    while (length < common.length && common[length] === path[length]) length += 1;
    return common.slice(0, common.slice(0, length).lastIndexOf("/") + 1);
  }, files.length ? files[0].file.slice(0, files[0].file.lastIndexOf("/") + 1) : "");
  const short = (file) => file.file.slice(folder.length);
  const link = (file) => el("a", { href: `#/shader/${file.index}` }, short(file));

  // ---- the table ----

  const COLUMNS = [
    { name: "File", key: "file", cell: link, class: "file" },
    { name: "Profile", key: "profile" },
    { name: "Entry", key: "entry", value: (it) => it.entry || (it.functions ? `[${it.functions}]` : "") },
    { name: "Bytes", key: "size", number: true },
    { name: "Instr.", key: "instructions", number: true },
    { name: "Live", key: "liveRegisters", number: true, about: "live registers at most, an estimate" },
    { name: "Branches", key: "branches", number: true },
    { name: "Samples", key: "samples", number: true },
    { name: "Shared", key: "groupShared", number: true, about: "bytes that a group shares" },
    { name: "Resources", key: "resources", number: true },
    { name: "Features", key: "features", value: (it) => (it.features || []).join(" ") },
    { name: "Findings", key: "errors", number: true, value: (it) => it.errors + it.warnings, cell: findingsCell },
    { name: "Debug", key: "debug" },
  ];
  const ROWS = 500;
  const state = { sort: "size", descending: true, words: "", stage: "", rule: "", shown: ROWS };
  const value = (column, file) => (column.value ? column.value(file) : file[column.key]);

  function findingsCell(file) {
    if (file.errors) return el("span", { class: "bad" }, counted(file.errors, "error"));
    return file.warnings ? el("span", { class: "warn" }, counted(file.warnings, "warning")) : "";
  }

  function selected() {
    const words = state.words.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (it) => [it.file, it.profile, it.entry, it.hash, ...(it.features || []), ...it.rules].join(" ").toLowerCase();
    const list = files.filter(
      (it) =>
        (!state.stage || it.stage === state.stage) &&
        (!state.rule || it.rules.includes(state.rule)) &&
        (!words.length || words.every((word) => text(it).includes(word)))
    );
    const column = COLUMNS.find((it) => it.key === state.sort);
    const order = (a, b) => {
      const [x, y] = [value(column, a), value(column, b)];
      if (column.number) return (x ?? -1) - (y ?? -1);
      return collator.compare(x ?? "", y ?? "");
    };
    list.sort((a, b) => (state.descending ? order(b, a) : order(a, b)) || a.index - b.index);
    return list;
  }

  function table() {
    const body = el("tbody");
    const head = el("tr");
    const status = el("p", { class: "dim", role: "status", id: "shown" });
    const more = el("button", { type: "button", on: { click: () => ((state.shown += ROWS * 4), draw()) } }, "Show more");
    for (const column of COLUMNS) {
      const sort = () => {
        const again = state.sort === column.key;
        state.descending = again ? !state.descending : Boolean(column.number);
        state.sort = column.key;
        draw();
      };
      const button = el("button", { type: "button", title: column.about, on: { click: sort } }, column.name);
      head.append(el("th", { scope: "col", class: column.number ? "n" : undefined, "data-key": column.key }, button));
    }
    function draw() {
      const list = selected();
      for (const th of head.children) {
        const is = th.dataset.key === state.sort;
        th.setAttribute("aria-sort", is ? (state.descending ? "descending" : "ascending") : "none");
      }
      const rows = list.slice(0, state.shown).map((file) => {
        const cells = COLUMNS.map((column) => {
          const content = column.cell ? column.cell(file) : column.number ? grouped(value(column, file)) : value(column, file);
          return el("td", { class: column.number ? "n" : column.class }, content);
        });
        return el("tr", {}, cells);
      });
      body.replaceChildren(...rows);
      const bytes = sum(list, (it) => it.size);
      const rule = state.rule ? ` with ${state.rule}` : "";
      status.textContent = `${grouped(list.length)} of ${counted(files.length, "shader")}${rule}, ${grouped(bytes)} bytes`;
      more.hidden = list.length <= state.shown;
      anyRule.hidden = !state.rule;
    }
    const anyRule = el("button", { type: "button", on: { click: () => ((state.rule = ""), draw()) } }, "Clear the rule");
    const search = el("input", {
      type: "search",
      placeholder: "file, profile, entry, feature, rule …",
      "aria-label": "Filter",
      value: state.words,
      on: { input: (event) => ((state.words = event.target.value), (state.shown = ROWS), draw()) },
    });
    const stages = [...new Set(files.map((it) => it.stage))].sort();
    const choose = el(
      "select",
      { "aria-label": "Stage", on: { change: (event) => ((state.stage = event.target.value), (state.shown = ROWS), draw()) } },
      el("option", { value: "" }, "all stages"),
      stages.map((stage) => el("option", { value: stage, selected: stage === state.stage }, stage))
    );
    draw();
    const tools = el("div", { class: "tools" }, search, choose, status, anyRule);
    const scroll = el("div", { class: "scroll" }, el("table", { id: "shaders" }, el("thead", {}, head), body));
    return { nodes: [tools, scroll, more], draw };
  }

  // ---- charts ----

  const STAGES = ["vs", "hs", "ds", "gs", "ps", "cs", "as", "ms", "lib", "none"];
  const colour = (stage) => `hsl(${((STAGES.indexOf(stage) + STAGES.length + 1) * 47) % 360} 48% 66%)`;

  /** Areas for weights, as square as they may be: [item, x, y, width, height]. */
  function squarified(items, weight, x, y, width, height) {
    const found = [];
    const scale = (width * height) / (sum(items, weight) || 1);
    let row = [];
    let left = items.slice();
    const worst = (list, side) => {
      const area = sum(list, weight) * scale;
      const sizes = list.map((item) => weight(item) * scale);
      return Math.max((side * side * Math.max(...sizes)) / (area * area), (area * area) / (side * side * Math.min(...sizes)));
    };
    const place = () => {
      const area = sum(row, weight) * scale;
      const across = width >= height;
      const depth = area / (across ? height : width);
      let at = across ? y : x;
      for (const item of row) {
        const length = (weight(item) * scale) / (depth || 1);
        found.push(across ? [item, x, at, depth, length] : [item, at, y, length, depth]);
        at += length;
      }
      if (across) [x, width] = [x + depth, width - depth];
      else [y, height] = [y + depth, height - depth];
      row = [];
    };
    while (left.length) {
      const side = Math.max(Math.min(width, height), 1e-9);
      if (!row.length || worst([...row, left[0]], side) <= worst(row, side)) row.push(left.shift());
      else place();
    }
    if (row.length) place();
    return found;
  }

  function map() {
    const [width, height, most] = [1200, 460, 3000];
    const shown = [...files].filter((it) => it.size > 0).sort((a, b) => b.size - a.size || a.index - b.index);
    const list = shown.slice(0, most);
    const stages = [...new Set(list.map((it) => it.stage))].map((stage) => {
      const own = list.filter((it) => it.stage === stage);
      return { stage, own, size: sum(own, (it) => it.size) };
    });
    stages.sort((a, b) => b.size - a.size);
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Map of sizes by stage" });
    for (const [group, gx, gy, gw, gh] of squarified(stages, (it) => it.size, 0, 0, width, height)) {
      for (const [file, x, y, w, h] of squarified(group.own, (it) => it.size, gx, gy, gw, gh)) {
        const about = `${file.file}\n${file.profile || ""}, ${grouped(file.size)} bytes`;
        const box = svg("rect", { x, y, width: Math.max(w, 0), height: Math.max(h, 0), fill: colour(file.stage) });
        // The end of a name tells more than its beginning.
        const name = short(file).replace(/\.[a-z0-9]+$/i, "");
        const room = Math.floor((w - 10) / 6.4);
        const text = room > 7 && h > 18 ? svg("text", { x: x + 5, y: y + 14 }, name.length > room ? `…${name.slice(1 - room)}` : name) : "";
        // The table has the same links, for keyboards.
        picture.append(svg("a", { href: `#/shader/${file.index}`, tabindex: "-1" }, svg("title", {}, about), box, text));
      }
      picture.append(svg("rect", { class: "group", x: gx, y: gy, width: gw, height: gh, "pointer-events": "none" }));
    }
    const legend = stages.map((group) => {
      const swatch = el("span", {}, `${group.stage}: ${counted(group.own.length, "shader")}, ${grouped(group.size)} bytes`);
      swatch.style.setProperty("--swatch", colour(group.stage));
      return swatch;
    });
    const note = shown.length > most ? `the ${grouped(most)} largest` : "";
    return [heading("Sizes", note), el("div", { class: "map" }, picture), el("div", { class: "legend" }, legend)];
  }

  function histogram(title, key) {
    const values = files.map((it) => it[key]).filter((it) => Number.isFinite(it));
    if (!values.length) return "";
    const bin = (it) => (it < 1 ? 0 : Math.floor(Math.log2(it)) + 1);
    const first = values.reduce((least, it) => Math.min(least, bin(it)), Infinity);
    const last = values.reduce((most, it) => Math.max(most, bin(it)), 0);
    const bins = Array.from({ length: last - first + 1 }, (_, at) => ({ at: first + at, count: 0 }));
    for (const it of values) bins[bin(it) - first].count += 1;
    const most = bins.reduce((largest, it) => Math.max(largest, it.count), 1);
    const [width, height] = [420, 150];
    const step = width / bins.length;
    const short = (it) => (it >= 1048576 ? `${it / 1048576}M` : it >= 1024 ? `${it / 1024}k` : String(it));
    const picture = svg("svg", { viewBox: `0 -14 ${width} ${height + 32}`, role: "img", "aria-label": `${title}: how many shaders have how many` });
    for (const { at, count } of bins) {
      const [from, to] = at === 0 ? [0, 0] : [2 ** (at - 1), 2 ** at - 1];
      const x = (at - first) * step;
      const tall = (count / most) * height;
      const about = from === to ? `${from}: ${counted(count, "shader")}` : `${grouped(from)} to ${grouped(to)}: ${counted(count, "shader")}`;
      picture.append(
        svg("g", {}, svg("title", {}, about), svg("rect", { class: "bar", x: x + 1, y: height - tall, width: Math.max(step - 2, 1), height: tall }),
          count ? svg("text", { x: x + step / 2, y: height - tall - 3, "text-anchor": "middle" }, grouped(count)) : "",
          svg("text", { class: "axis", x: x + step / 2, y: height + 13, "text-anchor": "middle" }, short(from)))
      );
    }
    const sorted = values.slice().sort((a, b) => a - b);
    const median = sorted[Math.floor((sorted.length - 1) / 2)];
    const note = `median ${grouped(median)}, most ${grouped(sorted[sorted.length - 1])}`;
    return el("div", { class: "chart" }, el("h3", {}, title, " ", el("span", { class: "dim" }, note)), picture);
  }

  // ---- lists ----

  function duplicates() {
    const spare = (group) => sum(group, (it) => it.size) - group.reduce((most, it) => Math.max(most, it.size), 0);
    const groups = [...grouping((it) => (it.program ? [it.program] : [])).values()].filter((group) => group.length > 1);
    const several = groups.map((group) => ({ group, bytes: spare(group) })).sort((a, b) => b.bytes - a.bytes);
    const title = heading("Duplicates", "the same program, whatever is around it");
    if (!several.length) return [title, el("p", {}, "None: every program is there once.")];
    const rows = several.map(({ group, bytes }) => {
      const names = group.slice(0, 8).map((file) => el("div", {}, link(file)));
      const more = group.length > 8 ? el("div", { class: "dim" }, `${grouped(group.length - 8)} more`) : "";
      return el("tr", {}, el("td", { class: "n" }, grouped(group.length)), el("td", { class: "n" }, grouped(bytes)), el("td", { class: "file" }, names, more));
    });
    const all = sum(several, (it) => it.bytes);
    return [
      title,
      el("p", {}, `${counted(several.length, "program")} more than once: duplicates take ${grouped(all)} of ${grouped(sum(files, (it) => it.size))} bytes.`),
      ...list("duplicates", ["Files", "Spare bytes", "Files with it"], [true, true, false], rows),
    ];
  }

  /** A table of which the first rows are shown, until all are asked for. */
  function list(id, names, numbers, rows) {
    const SHOWN = 10;
    const head = names.map((name, at) => el("th", { scope: "col", class: numbers[at] ? "n" : undefined }, name));
    const body = el("tbody", {}, rows.slice(0, SHOWN));
    const more = el("button", { type: "button", on: { click: () => (body.append(...rows.slice(SHOWN)), more.remove()) } }, `Show all ${grouped(rows.length)}`);
    const table = el("table", { id }, el("thead", {}, el("tr", {}, head)), body);
    return [el("div", { class: "scroll" }, table), rows.length > SHOWN ? more : ""];
  }

  function findings(draw) {
    const rules = grouping((it) => it.rules);
    const title = heading("Findings", "of validate");
    if (!rules.size) return [title, el("p", {}, "None: all shaders keep the rules.")];
    const rows = [...rules.entries()].sort((a, b) => b[1].length - a[1].length || a[0].localeCompare(b[0])).map(([rule, list]) => {
      const choose = () => {
        state.rule = state.rule === rule ? "" : rule;
        draw();
        document.getElementById("shaders").scrollIntoView();
      };
      const button = el("button", { type: "button", title: "List these shaders", on: { click: choose } }, rule);
      return el("tr", {}, el("td", {}, button), el("td", { class: "n" }, grouped(list.length)), el("td", { class: "file" }, link(list[0])));
    });
    return [title, ...list("findings", ["Rule", "Shaders", "First"], [false, true, false], rows)];
  }

  function failures() {
    if (!data.failed.length) return [];
    const rows = data.failed.map((it) => el("tr", {}, el("td", { class: "file" }, it.file), el("td", {}, `${it.error.code}: ${it.error.message}`)));
    return [heading("Files that could not be read"), ...list("failed", ["File", "Error"], [false, false], rows)];
  }

  function overview() {
    if (!files.length) return [el("p", { id: "nothing" }, "There is nothing to show."), ...failures()];
    const all = table();
    const note = data.withoutView ? el("p", { class: "dim" }, `${counted(data.withoutView, "shader")} without listing and control flow: there was no room for more.`) : "";
    const place = folder ? el("p", { class: "dim" }, `Files lie in ${folder}`) : "";
    const charts = [histogram("Bytes", "size"), histogram("Instructions", "instructions"), histogram("Live registers", "liveRegisters"), histogram("Branches", "branches")];
    const nodes = [
      ...map(),
      heading("Distribution", "how many shaders have how many"),
      el("div", { class: "charts", id: "charts" }, charts),
      ...findings(all.draw),
      ...failures(),
      ...duplicates(),
      heading("Shaders"),
      place,
      note,
      ...all.nodes,
    ];
    const go = (node) => () => (node.scrollIntoView({ block: "start" }), node.focus({ preventScroll: true }));
    const headings = nodes.filter((node) => node.localName === "h2");
    const links = headings.map((node) => el("button", { type: "button", on: { click: go(node) } }, node.firstChild.textContent));
    return [el("nav", { class: "tools", "aria-label": "On this page" }, links), ...nodes];
  }

  // ---- a shader ----

  async function view(index) {
    const text = views[index];
    if (!text) return null;
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  function code(text) {
    const pre = el("pre", { tabindex: "0" });
    let plain = "";
    for (const line of text.trimEnd().split("\n")) {
      if (/^\s*(;|\/\/)/.test(line)) {
        pre.append(plain, el("span", { class: "comment" }, `${line}\n`));
        plain = "";
      } else plain += `${line}\n`;
    }
    pre.append(plain);
    return pre;
  }

  let picture = null;
  function flow(text, name) {
    if (picture) URL.revokeObjectURL(picture);
    picture = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    const save = el("a", { href: picture, download: `${name.split("/").pop()}.svg` }, "Save the picture");
    return [el("p", {}, save), el("div", { class: "flow", tabindex: "0" }, el("img", { src: picture, alt: `Control flow of ${name}` }))];
  }

  function finding(it) {
    const place = [it.function && `function ${it.function}`, it.block && `block ${it.block}`, it.part && `part ${it.part}`, it.sourceLine && `${it.sourceFile || "line"}:${it.sourceLine}`];
    return el(
      "div",
      { class: `finding ${it.severity}` },
      el("p", {}, el("span", { class: it.severity === "warning" ? "warn" : "bad" }, `${it.severity}[${it.rule}]`), ` ${it.message}`),
      el("p", { class: "dim" }, place.filter(Boolean).join(", ")),
      it.instruction && el("pre", {}, it.instruction),
      it.sourceText && el("pre", {}, it.sourceText)
    );
  }

  function pairs(list) {
    const shown = list.filter(([, value]) => value !== undefined && value !== null && value !== "");
    return el("dl", {}, shown.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
  }

  function facts(it) {
    const bytes = (count) => (count === undefined ? undefined : counted(count, "byte"));
    const counters = it.counters && { none: "", same: "as counted", different: "differ from the program" }[it.counters.state];
    const inVectors = it.liveInLongVectors ? `, ${grouped(it.liveInLongVectors)} of them in vectors of more than 4 elements` : "";
    const one = [
      ["Profile", it.profile],
      ["Entry", it.entry],
      ["Functions", it.functions],
      ["Size", bytes(it.size)],
      ["Instructions", grouped(it.instructions)],
      ["Live registers", it.liveRegisters === undefined ? undefined : `${grouped(it.liveRegisters)} at most (an estimate)${inVectors}`],
      ["Branches", grouped(it.branches)],
      ["Samples", grouped(it.samples)],
      ["Group shared", bytes(it.groupShared)],
      ["Stack", bytes(it.stack)],
    ];
    const two = [
      ["Thread group", it.threadGroup && it.threadGroup.join(" × ")],
      ["Registers", (it.registers || []).join(" ")],
      ["Features", (it.features || []).join(" ")],
      ["Hash", it.hash],
      ["Digest", it.digest],
      ["Debug information", it.debug],
      ["Stored counters", counters],
      ["Instruction mix", Object.entries(it.mix || {}).sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name} ${grouped(count)}`).join(", ")],
    ];
    return el("div", { class: "facts" }, pairs(one), pairs(two));
  }

  const TABS = [
    ["listing", "Listing", (shown) => [code(shown.listing)]],
    ["source", "Source", (shown) => (shown.sources.length ? shown.sources.map((it) => [el("h3", {}, it.name), code(it.text)]).flat() : [el("p", {}, "The shader carries no source.")])],
    ["flow", "Control flow", (shown, file) => flow(shown.flow, file.file)],
    ["findings", "Findings", (shown) => (shown.findings.length ? shown.findings.map(finding) : [el("p", {}, "None: the shader keeps the rules.")])],
  ];

  async function shader(index, wanted) {
    const file = files[index];
    if (!file) return [el("p", {}, "There is no such shader in this report.")];
    const shown = await view(index);
    const tab = TABS.find(([name]) => name === wanted) || TABS[0];
    const at = (other, text) => (files[other] ? el("a", { href: `#/shader/${other}/${tab[0]}` }, text) : "");
    const top = el("div", { class: "tools" }, el("a", { href: "#/" }, "All shaders"), at(index - 1, "Previous"), at(index + 1, "Next"));
    const title = el("h2", { id: "shader" }, file.file);
    if (!shown) return [top, title, facts(file), el("p", {}, "There was no room in this report for listing, source and control flow.")];
    const open = ([name]) => (location.hash = `#/shader/${index}/${name}`);
    const tabs = TABS.map((it) => {
      const [name, label] = it;
      const count = name === "findings" && shown.findings.length ? ` (${grouped(shown.findings.length)})` : "";
      const chosen = { "aria-selected": String(it === tab), tabindex: it === tab ? "0" : "-1" };
      return el("button", { type: "button", role: "tab", id: `tab-${name}`, ...chosen, "aria-controls": "panel", on: { click: () => open(it) } }, label + count);
    });
    const keydown = (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) open(TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length]);
    };
    const panel = el("div", { role: "tabpanel", id: "panel", "aria-labelledby": `tab-${tab[0]}` }, tab[2](shown, file));
    return [top, title, facts(file), el("div", { role: "tablist", on: { keydown } }, tabs), panel];
  }

  /** Opens everything once, for those who test the page. */
  async function check() {
    let opened = 0;
    for (const file of files) {
      for (const [name] of TABS) {
        const nodes = await shader(file.index, name);
        if (nodes.length) opened += 1;
      }
    }
    const all = files.length * TABS.length;
    return [...overview(), el("p", { id: "checked" }, `${opened} of ${all} pages opened`)];
  }

  // ---- where we are ----

  const title = document.title;
  let turn = 0;
  /** The page that is shown: the index of a shader, or none; and where the list was left. */
  let page = "";
  let left = 0;
  async function route() {
    const mine = (turn += 1);
    const [, place, index, tab] = location.hash.split("/");
    const is = { shader: () => shader(Number(index), tab), check }[place] || overview;
    let nodes;
    try {
      nodes = await is();
    } catch (error) {
      console.error(error);
      nodes = [el("p", { class: "bad" }, `This cannot be shown: ${error.message}`)];
    }
    if (mine !== turn) return;
    const next = place === "shader" ? index : "";
    const isTab = document.activeElement?.getAttribute("role") === "tab";
    if (!page) left = window.scrollY;
    main.replaceChildren(...nodes.flat().filter((node) => node !== ""));
    document.title = files[next] ? `${short(files[next])} - ${title}` : title;
    document.documentElement.dataset.ready = location.hash || "#/";
    // Keyboards and readers of screens go on at what is new.
    if (isTab && next === page) main.querySelector('[aria-selected="true"]')?.focus({ preventScroll: true });
    else if (mine > 1) main.focus({ preventScroll: true });
    if (next !== page) window.scrollTo(0, next ? 0 : left);
    page = next;
  }
  window.addEventListener("hashchange", route);
  route();
})();
