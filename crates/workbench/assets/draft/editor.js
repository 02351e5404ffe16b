// A text that is typed in the page. While an input method composes nothing here is touched.

const SORTS = ["keyword", "macro", "type", "variable", "decorator", "number", "string", "comment", "operator", "function", "class", "interface", "namespace", "method", "struct"];
const MARKS = ["error", "warning"];

/** What is coloured in files that are no rules: comments and keys. */
const PLAIN = { comment: /(?<=^|\s)#.*$/gm, keyword: /^[\s-]*[^\s:#'"[\]{},]+(?=:(?:\s|$))/gmu };

export class Editor {
  #text;
  #list;
  #starts = [0];
  #composing = false;
  #proposed = [];
  #chosen = -1;
  /** The list that the reader has closed stays closed, whatever is still on its way, until something is typed or asked for. */
  #closed = false;

  /** `changed` hears of every change, and where the caret is; `moved` of the caret alone; `asked` when proposals are wanted. */
  constructor(text, list, { changed, moved, asked, composes }) {
    this.#text = text;
    this.#list = list;
    text.addEventListener("compositionstart", () => {
      this.#composing = true;
      this.propose([]);
      composes();
    });
    text.addEventListener("compositionend", () => {
      this.#composing = false;
      this.#closed = false;
      this.#whole();
      changed();
    });
    text.addEventListener("input", ({ inputType }) => {
      if (this.#composing) return;
      this.#closed = false;
      this.#whole();
      // a new line begins where the one before does
      const indent = ["insertParagraph", "insertLineBreak"].includes(inputType) ? this.#indent() : "";
      if (indent) document.execCommand("insertText", false, indent);
      else changed();
    });
    text.addEventListener("keydown", (event) => this.#key(event, asked));
    for (const leaves of ["blur", "pointerdown"]) text.addEventListener(leaves, () => this.#close());
    document.addEventListener("selectionchange", () => {
      if (!this.#composing && document.activeElement === text) moved();
    });
  }

  get composing() {
    return this.#composing;
  }

  /** The text; what stands here has one more end of a line, without which the last line would not be shown. */
  get value() {
    return this.#text.textContent.replace(/\n$/, "");
  }

  set value(value) {
    this.#text.textContent = `${value}\n`;
    this.#lines();
    this.#close();
  }

  /** Where the caret is. */
  get place() {
    const at = this.#caret() ?? 0;
    let line = this.#starts.findLastIndex((start) => start <= at);
    line = Math.max(line, 0);
    return { line, character: at - this.#starts[line] };
  }

  /** Puts the caret to a place and shows it. */
  go({ line, character }) {
    this.#text.focus();
    const at = this.#offset({ line, character });
    document.getSelection().collapse(this.#node, at);
    const range = this.#range(at, Math.min(at + 1, this.#node.length));
    const [to, frame] = [range.getBoundingClientRect(), this.#text.getBoundingClientRect()];
    this.#text.scrollTop += to.top - frame.top - frame.height / 3;
  }

  /** Colours words: lists of line, character and length, by what they are. */
  colour(words) {
    for (const sort of SORTS) this.#highlight(sort, (words[sort] ?? []).map(([line, character, length]) => {
      const at = this.#offset({ line, character });
      return this.#range(at, at + length);
    }));
  }

  /** Colours a text that is no rule file. */
  colourPlainly() {
    const { value } = this;
    const found = (pattern) => [...value.matchAll(pattern)].map(({ index, 0: { length } }) => this.#range(index, index + length));
    for (const sort of SORTS) this.#highlight(sort, PLAIN[sort] ? found(PLAIN[sort]) : []);
  }

  /** Underlines what is wrong. */
  mark(diagnostics) {
    for (const [index, mark] of MARKS.entries()) {
      const those = diagnostics.filter(({ severity }) => (severity === 1) === (index === 0));
      this.#highlight(mark, those.map(({ range: { start, end } }) => this.#range(this.#offset(start), this.#offset(end))));
    }
  }

  /** Offers what can be written; nothing is chosen until the reader does. */
  propose(all) {
    const items = this.#closed ? [] : all;
    this.#proposed = items;
    this.#chosen = -1;
    this.#list.hidden = items.length === 0;
    this.#text.setAttribute("aria-expanded", String(items.length > 0));
    this.#text.removeAttribute("aria-activedescendant");
    this.#list.replaceChildren(...items.map(({ label, detail }, index) => {
      const item = document.createElement("li");
      item.id = `proposal-${index}`;
      item.role = "option";
      item.ariaSelected = "false";
      const word = document.createElement("b");
      word.textContent = label;
      item.append(word, detail ? ` ${detail}` : "");
      item.addEventListener("mousedown", (event) => {
        event.preventDefault();
        this.#take(index);
      });
      return item;
    }));
    if (items.length > 0) this.#beside();
  }

  get #node() {
    return this.#text.firstChild;
  }

  /** Makes it one text again, whatever the browser has made of it. */
  #whole() {
    this.#text.normalize();
    const { childNodes } = this.#text;
    const whole = childNodes.length === 1 && childNodes[0].nodeType === Node.TEXT_NODE;
    if (!whole || !childNodes[0].data.endsWith("\n")) {
      const at = this.#caret() ?? 0;
      const read = (node) => (node.nodeType === Node.TEXT_NODE ? node.data : node.nodeName === "BR" ? "\n" : [...node.childNodes].map(read).join(""));
      const text = read(this.#text);
      this.#text.textContent = text.endsWith("\n") ? text : `${text}\n`;
      document.getSelection().collapse(this.#node, Math.min(at, this.#node.length - 1));
    }
    this.#lines();
  }

  #lines() {
    this.#starts = [0];
    for (const { index } of this.#text.textContent.matchAll(/\n/g)) this.#starts.push(index + 1);
  }

  #offset({ line, character }) {
    const start = this.#starts[line] ?? this.#node.length;
    const end = (this.#starts[line + 1] ?? this.#node.length + 1) - 1;
    return Math.min(start + character, end, this.#node.length);
  }

  #range(start, end) {
    const range = document.createRange();
    range.setStart(this.#node, Math.min(start, this.#node.length));
    range.setEnd(this.#node, Math.min(end, this.#node.length));
    return range;
  }

  #caret() {
    const selection = document.getSelection();
    if (!selection.rangeCount || !this.#text.contains(selection.focusNode)) return undefined;
    const before = document.createRange();
    before.selectNodeContents(this.#text);
    before.setEnd(selection.focusNode, selection.focusOffset);
    return before.toString().length;
  }

  #indent() {
    const line = this.value.slice(0, this.#caret() ?? 0).split("\n").at(-2) ?? "";
    return /^\s*/.exec(line)[0];
  }

  #highlight(name, ranges) {
    if (globalThis.CSS?.highlights) CSS.highlights.set(`text-${name}`, new Highlight(...ranges));
  }

  /** The proposals stand below the caret. */
  #beside() {
    const at = this.#caret() ?? 0;
    const place = this.#range(Math.max(0, at - 1), at).getBoundingClientRect();
    const frame = this.#list.offsetParent.getBoundingClientRect();
    this.#list.style.setProperty("top", `${place.bottom - frame.top + 4}px`);
    const most = frame.width - this.#list.offsetWidth;
    this.#list.style.setProperty("left", `${Math.max(0, Math.min(place.left - frame.left, most))}px`);
  }

  #take(index) {
    const { textEdit } = this.#proposed[index];
    const [start, end] = [this.#offset(textEdit.range.start), this.#offset(textEdit.range.end)];
    document.getSelection().setBaseAndExtent(this.#node, start, this.#node, end);
    document.execCommand("insertText", false, textEdit.newText);
    this.#close();
  }

  #close() {
    this.#closed = true;
    this.propose([]);
  }

  #choose(index) {
    const count = this.#proposed.length;
    this.#chosen = ((index % count) + count) % count;
    for (const [at, item] of [...this.#list.children].entries()) item.ariaSelected = String(at === this.#chosen);
    const item = this.#list.children[this.#chosen];
    this.#text.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
  }

  #key(event, asked) {
    if (this.#composing || event.isComposing) return;
    if (event.key === " " && event.ctrlKey) {
      this.#closed = false;
      asked();
    } else if (this.#proposed.length === 0) return;
    else if (event.key === "ArrowDown") this.#choose(this.#chosen + 1);
    else if (event.key === "ArrowUp") this.#choose(this.#chosen < 0 ? -1 : this.#chosen - 1);
    else if (event.key === "Escape") this.#close();
    else if (event.key === "Enter" && this.#chosen >= 0) this.#take(this.#chosen);
    else if (/^(Arrow|Home|End|Page|Enter)/.test(event.key)) return this.#close();
    else return;
    event.preventDefault();
  }
}
