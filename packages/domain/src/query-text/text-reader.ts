import { ExpressionPosition } from './expression-position.ts'
import type { Comment, LexicalRules, Literal } from './lexical-rules.ts'

/** The state of the reader after the text read so far. */
export interface ReaderPosition {
  /** The open literal; null outside of literals. */
  literal: Literal | null
  isComment: boolean
  /** Whether the last character was an escaping backslash. */
  isEscaped: boolean
  /** The position within the content of the literal, if that is in a language of its own. */
  inner: ReaderPosition | null
  /** The rules at this position; the text within a literal is escaped by its rules for unquoted values. */
  lexis: LexicalRules
  /** Equal for two positions in the same literal, comment or interpolation. */
  key: string
  /** Equal for two positions in literals, comments or interpolations of the same kind. */
  kind: string
  /** Whether the last characters may have another meaning together with the next ones. */
  isOpenEnded: boolean
  /** Whether this is a place of a value in SQL, in a string literal or outside of literals. */
  takesValue: boolean
  /** Whether this is within a list of `SELECT` or `RETURNING`. */
  isSelected: boolean
}

/** A literal or a comment of a text, as offsets; the end is exclusive. */
export interface Piece {
  start: number
  end: number
  /** Whether it is a literal where SQL expects a value, without a prefix or a type before it. */
  isValue: boolean
  /** Whether it is within a list of `SELECT` or `RETURNING`. */
  isSelected: boolean
}

/** A literal, a comment or an interpolation that is not closed yet. */
interface Stretch {
  form: Literal | Comment | null
  isValue: boolean
  isSelected: boolean
  closes: string | RegExp
  /** Number of nested openings that must be closed first. */
  depth: number
  start: number
  isEscaped: boolean
  inner: TextReader | null
}

const LOOK_BACK = 200
/** Characters that neither open nor close anything in code. */
const ORDINARY = /[^'"`[{}$#/\-|>:\u2018\u201c]+/y
const JSON_LETTERS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Reads a text in parts and tracks whether it is in a literal or a comment. Each character is read once. */
export class TextReader {
  readonly #lexis: LexicalRules
  #stretches: Stretch[] = []
  /** The last characters that were read. `#waiting` has those that can only be read together with the next ones. */
  #before = '\n'
  #waiting = ''
  #read = 0
  /** The literals and comments that are read to their ends. */
  readonly #closed: Piece[] = []
  /** null outside of SQL, and within literals. */
  #expression: ExpressionPosition | null

  constructor(lexis: LexicalRules) {
    this.#lexis = lexis
    this.#expression = lexis.isSql ? new ExpressionPosition() : null
  }

  /** Another reader in the same state. */
  copy(): TextReader {
    const copy = new TextReader(this.#lexis)
    copy.#stretches = this.#stretches.map((stretch) => ({ ...stretch, inner: stretch.inner?.copy() ?? null }))
    copy.#before = this.#before
    copy.#waiting = this.#waiting
    copy.#read = this.#read
    copy.#expression = this.#expression?.copy() ?? null
    return copy
  }

  read(text: string): void {
    this.#advance(text, false)
  }

  /** The literals and comments of the whole text in order. */
  pieces(): Piece[] {
    const [open] = this.#stretches
    return open === undefined
      ? this.#closed
      : [...this.#closed, { start: open.start, end: this.#read, isValue: false, isSelected: open.isSelected }]
  }

  /** The current position, as if the text ended here. */
  place(): ReaderPosition {
    const end = this.copy()
    end.#advance('', true)
    end.#expression?.finish()
    const top = end.#stretches.at(-1)
    const isComment = top !== undefined && isCommentForm(top.form)
    const inner = top?.inner?.place() ?? null
    return {
      literal: top === undefined || isComment ? null : (top.form as Literal | null),
      isComment,
      isEscaped: top?.isEscaped ?? false,
      inner,
      lexis: this.#lexis,
      kind: end.#stretches.map(({ closes, depth }) => `${closes}${depth}`).join(),
      key: `${end.#stretches.map(({ start, closes, depth }) => `${start}${closes}${depth}`).join()}/${inner?.key ?? ''}`,
      isOpenEnded: this.#waiting !== '' || (inner?.isOpenEnded ?? false),
      takesValue: end.#takesValue(top?.form ?? null),
      isSelected: end.#expression?.isSelected ?? false,
    }
  }

  #takesValue(form: Stretch['form']): boolean {
    if (this.#expression === null || this.#stretches.length > 1) return false
    if (form === null) return this.#stretches.length === 0 && this.#expression.takesValue
    return !isCommentForm(form) && form.holds === undefined && this.#expression.takesLiteral
  }

  #advance(text: string, isEnd: boolean): void {
    const buffer = this.#before + this.#waiting + text
    let at = this.#before.length
    while (at < buffer.length) {
      const [open] = this.#stretches
      const next = this.#step(buffer, at, isEnd)
      if (next === at) break
      this.#read += next - at
      this.#noteClosed(open)
      at = next
    }
    this.#before = buffer.slice(Math.max(0, at - LOOK_BACK), at)
    this.#waiting = buffer.slice(at)
  }

  #noteClosed(open: Stretch | undefined): void {
    if (open === undefined || this.#stretches.length > 0) return
    this.#closed.push({ start: open.start, end: this.#read, isValue: open.isValue, isSelected: open.isSelected })
  }

  /** @returns the next offset; the same offset if more of the text is needed first */
  #step(buffer: string, at: number, isEnd: boolean): number {
    const top = this.#stretches.at(-1)
    if (top === undefined || top.form === null) return this.#stepInCode(buffer, at, isEnd, top)
    return isCommentForm(top.form)
      ? this.#stepInComment(buffer, at, isEnd, top, top.form)
      : this.#stepInLiteral(buffer, at, isEnd, top, top.form as Literal)
  }

  #stepInCode(buffer: string, at: number, isEnd: boolean, hole: Stretch | undefined): number {
    const run = matchAt(ORDINARY, buffer, at)
    if (run !== null) {
      this.#expression?.read(run)
      return at + run.length
    }
    const openings = [...this.#lexis.comments, ...this.#lexis.literals]
    if (!isEnd && openings.some(({ partial }) => partial && matchAt(partial, buffer, at) !== null)) return at
    for (const form of openings) {
      const opening = matchAt(form.opens, buffer, at)
      if (opening === null) continue
      this.#open(form, opening, buffer, at)
      return at + opening.length
    }
    if (hole && buffer[at] === '{') hole.depth++
    if (hole && buffer[at] === '}') {
      if (hole.depth === 0) this.#stretches.pop()
      else hole.depth--
    }
    this.#expression?.read(buffer.charAt(at))
    return at + 1
  }

  #open(form: Literal | Comment, opening: string, buffer: string, at: number): void {
    const before = buffer.slice(Math.max(0, at - LOOK_BACK), at)
    const closes = typeof form.closes === 'function' ? form.closes(opening, before) : form.closes
    const language = 'inside' in form ? (form.inside?.(before) ?? null) : null
    this.#expression?.finish()
    this.#stretches.push({
      form,
      isValue: this.#stretches.length === 0 && !isCommentForm(form) && (this.#expression?.takesValue ?? false),
      isSelected: this.#expression?.isSelected ?? false,
      closes,
      depth: 0,
      start: this.#read,
      isEscaped: false,
      inner: language && new TextReader(language),
    })
  }

  #stepInComment(buffer: string, at: number, isEnd: boolean, top: Stretch, { closes, nests }: Comment): number {
    const next = nextOf(buffer, at, closes, nests)
    if (next > at) return next
    for (const sign of [closes, ...(nests === undefined ? [] : [nests])]) {
      if (buffer.startsWith(sign, at)) {
        if (sign === nests) top.depth++
        else if (top.depth === 0) {
          this.#stretches.pop()
          this.#expression?.read(' ')
        } else top.depth--
        return at + sign.length
      }
      if (!isEnd && sign.startsWith(buffer.slice(at, at + sign.length))) return at
    }
    return at + 1
  }

  #stepInLiteral(buffer: string, at: number, isEnd: boolean, top: Stretch, form: Literal): number {
    const next = nextOf(
      buffer,
      at,
      typeof top.closes === 'string' ? top.closes : '\n',
      form.interpolation,
      form.hasBackslashes ? '\\' : undefined,
    )
    if (next > at) {
      top.inner?.read(buffer.slice(at, next))
      return next
    }
    if (form.hasBackslashes && buffer[at] === '\\') return this.#stepOverEscape(buffer, at, isEnd, top)
    if (form.interpolation !== undefined && buffer.startsWith(form.interpolation[0] ?? '', at)) {
      if (buffer.startsWith(form.interpolation, at)) {
        this.#stretches.push({
          form: null,
          isValue: false,
          isSelected: false,
          closes: '}',
          depth: 0,
          start: this.#read,
          isEscaped: false,
          inner: null,
        })
        return at + form.interpolation.length
      }
      if (!isEnd && at + 1 === buffer.length) return at
    }
    return this.#stepToClosing(buffer, at, isEnd, top, form)
  }

  #stepToClosing(buffer: string, at: number, isEnd: boolean, top: Stretch, form: Literal): number {
    const { closes } = top
    if (typeof closes !== 'string') {
      if (!isEnd && buffer.slice(at).trim() === '') return at
      if (matchAt(closes, buffer, at) !== null) this.#closeLiteral()
      return at + 1
    }
    if (buffer.startsWith(closes, at)) {
      const end = at + closes.length
      if (form.isDoubled) {
        if (end === buffer.length && !isEnd) return at
        if (buffer.startsWith(closes, end)) {
          top.inner?.read(closes)
          return end + closes.length
        }
      }
      this.#closeLiteral()
      return end
    }
    if (!isEnd && closes.startsWith(buffer.slice(at, at + closes.length))) return at
    top.inner?.read(buffer.charAt(at))
    return at + 1
  }

  #closeLiteral(): void {
    this.#stretches.pop()
    this.#expression?.readLiteral()
  }

  /** Reads a backslash and the next character, and passes the unescaped JSON character to the reader of the content. */
  #stepOverEscape(buffer: string, at: number, isEnd: boolean, top: Stretch): number {
    const letter = buffer.charAt(at + 1)
    const length = letter === 'u' && top.inner ? 6 : 2
    if (at + length > buffer.length) {
      if (!isEnd) return at
      top.isEscaped = true
      return buffer.length
    }
    const code = Number.parseInt(buffer.slice(at + 2, at + 6), 16)
    top.inner?.read(length === 6 ? String.fromCharCode(code) : (JSON_LETTERS[letter] ?? letter))
    return at + length
  }
}

/** The next offset of the first character of any of the signs. */
function nextOf(text: string, from: number, ...signs: (string | undefined)[]): number {
  const firsts = signs.map((sign) => sign?.charAt(0))
  let at = from
  while (at < text.length && !firsts.includes(text.charAt(at))) at++
  return at
}

/** Only literals can `write` a value. */
const isCommentForm = (form: Stretch['form']): form is Comment => form !== null && !('write' in form)

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
