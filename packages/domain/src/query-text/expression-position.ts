/** The content of a list or a condition at one level of parentheses. */
type Clause = 'condition' | 'selection' | 'assignments' | 'values' | 'rows' | 'keys' | 'other'

/** Words that begin another clause at their level; any other word changes nothing. */
const CLAUSES = new Map<string, Clause>([
  ...named('condition', 'HAVING ON PREWHERE QUALIFY WHERE'),
  ...named('selection', 'RETURNING SELECT'),
  ...named('rows', 'VALUES'),
  ...named('keys', 'BY'),
  ...named(
    'other',
    'APPLY CALL DECLARE EXCEPT EXCLUDE EXEC EXECUTE EXPLAIN FETCH FOR FROM GRANT IMMEDIATE INTERSECT INTO JOIN LATERAL LIMIT MINUS OFFSET OPTION PIVOT PRAGMA PREPARE SAMPLE SET SETTINGS TO TOP UNION UNPIVOT UPDATE USING WINDOW WITH',
  ),
])
/** The clauses in which an operator or a call may be followed by a value. */
const HOLDS_VALUES = new Set<Clause>(['condition', 'selection', 'assignments', 'values'])
/** Words between the parts of an expression, after which a value may stand. */
const BEFORE_VALUES = new Set(
  'AND BETWEEN CASE ELSE ESCAPE GLOB HAVING ILIKE LIKE NOT OR PREWHERE QUALIFY REGEXP RLIKE SELECT THEN WHEN WHERE'.split(' '),
)
/** Words before a list in parentheses whose items are values. */
const BEFORE_LISTS = new Set('ALL ANY IN SOME'.split(' '))
/** Functions that take values, and neither names, files nor code. */
const FUNCTIONS = new Set(
  `ABS AGAINST ARRAY CAST CEIL CHARINDEX COALESCE CONCAT CONCAT_WS CONTAINS CONVERT CURRENT_DATE DATE DATE_ADD DATE_DIFF DATE_PART
  DATE_SUB DATE_TRUNC DATEADD DATEDIFF DATETIME ENDS_WITH ENDSWITH EXTRACT FLOOR FORMAT_DATE GREATEST IF IFNULL IIF INITCAP INSTR
  ISNULL LEAST LEFT LENGTH LEVENSHTEIN LOCATE LOWER LPAD LTRIM MOD NOW NULLIF NVL PARSE_DATE PLAINTO_TSQUERY POSITION REGEXP_CONTAINS
  REGEXP_LIKE REGEXP_MATCHES REPLACE REVERSE RIGHT ROUND RPAD RTRIM SAFE_CAST SIMILARITY SOUNDEX STARTS_WITH STARTSWITH STRFTIME STRPOS
  SUBSTR SUBSTRING TIMESTAMP TO_CHAR TO_DATE TO_NUMBER TO_TIMESTAMP TO_TSVECTOR TRIM TRUNC TRY_CAST UNACCENT UPPER
  WEBSEARCH_TO_TSQUERY`.split(/\s+/),
)
/** Words that name the type of the literal after them, as in `DATE '2026-01-31'`. */
const LITERAL_TYPES = new Set('DATE DATETIME INTERVAL TIME TIMESTAMP'.split(' '))
/** Letters that belong to the literal after them, as in `E'…'` and `_utf8'…'`. */
const PREFIX = /^(?:[BENQRX]|BR|NQ|RB|_\w+)$/

const TOKEN = /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu
const OPERATOR = /^[-+*/%<>=!~^|]$/
const WORD = /^[\p{L}_]/u
const WORD_SIGN = /[\p{L}\p{N}_]/u

function named(clause: Clause, words: string): [string, Clause][] {
  return words.split(' ').map((word) => [word, clause])
}

/** Statements that set variables or run text: nothing in their parentheses is only a value. */
const SEALING = new Set('CALL DECLARE EXEC EXECUTE IMMEDIATE PREPARE SET'.split(' '))
/** Words that begin another statement, since a semicolon is not needed everywhere. */
const STATEMENTS = new Set('DELETE INSERT MERGE SELECT UPDATE WITH'.split(' '))

interface Level {
  clause: Clause
  /** The clause to go on with after a comma, while a variable is assigned. */
  suspended: Clause | null
  isSealed: boolean
  /** Whether `UPDATE` stands before, so that `SET` begins assignments. */
  isUpdate: boolean
  /** Whether `CASE` has opened it, so that `END` closes it. */
  isCase: boolean
}

const outermost = (): Level => ({ clause: 'other', suspended: null, isSealed: false, isUpdate: false, isCase: false })

/**
 * Tracks in a SQL text whether a value may follow: in a condition after an operator, `LIKE`, `BETWEEN` or `IN (`, in a selection, in
 * rows to insert, and in calls of functions that only take values. Elsewhere a text could name a table, a column or a file, or be
 * run as code, so the answer is no, also where this class knows too little.
 */
export class ExpressionPosition {
  #levels: Level[] = [outermost()]
  /** The last token and the one before: a word in upper case, a sign, or '' for a literal. */
  #last = ''
  #before = ''
  #takesValue = false
  /** The same before the last word, which may be a prefix or the type of a literal. */
  #tookValue = false
  #isAfterSpace = true
  /** A word or number at the end, which may go on in the next part. */
  #unfinished = ''

  /** A copy in the same state. */
  copy(): ExpressionPosition {
    const copy = new ExpressionPosition()
    copy.#levels = this.#levels.map((level) => ({ ...level }))
    copy.#last = this.#last
    copy.#before = this.#before
    copy.#takesValue = this.#takesValue
    copy.#tookValue = this.#tookValue
    copy.#isAfterSpace = this.#isAfterSpace
    copy.#unfinished = this.#unfinished
    return copy
  }

  /** Reads text outside of literals and comments, in parts. */
  read(code: string): void {
    if (code === '') return
    const text = this.#unfinished + code
    let end = text.length
    while (end > 0 && WORD_SIGN.test(text.charAt(end - 1))) end--
    this.#unfinished = text.slice(end)
    for (const [token] of text.slice(0, end).matchAll(TOKEN)) this.#readToken(token)
    if (this.#unfinished === '') this.#isAfterSpace = /\s$/.test(text)
  }

  /** Ends a word, as a literal, a comment and the end of the text do. */
  finish(): void {
    if (this.#unfinished !== '') this.#readToken(this.#unfinished)
    this.#unfinished = ''
  }

  /** Reads a literal as a whole. */
  readLiteral(): void {
    this.#enter('', false)
  }

  /** Whether a value may stand here, without quotes. */
  get takesValue(): boolean {
    return this.#takesValue
  }

  /** Whether a literal that is a value may begin here; a prefix or a type of it is already read. */
  get takesLiteral(): boolean {
    const isPrefixed = LITERAL_TYPES.has(this.#last) || (PREFIX.test(this.#last) && !this.#isAfterSpace)
    return this.#takesValue || (isPrefixed && this.#tookValue)
  }

  /** Whether this is within a list of `SELECT` or `RETURNING`, whose text names the columns in some databases. */
  get isSelected(): boolean {
    return this.#levels.some(({ clause, suspended }) => clause === 'selection' || suspended === 'selection')
  }

  #readToken(token: string): void {
    // A column may be called like a keyword, as in `t.values`; in lower case it is none.
    const isPartOfName = this.#last === '.' || this.#last === '$' || this.#last === '@'
    if (WORD.test(token)) this.#readWord(isPartOfName ? token.toLowerCase() : token.toUpperCase())
    else if (token === '(' || token === '[') this.#open(token)
    else if (token === ')' || token === ']') this.#close(token)
    else if (token === ',') this.#readComma()
    else if (token === ';') this.#end()
    else this.#enter(token, OPERATOR.test(token) && this.#takesOperand(token))
  }

  #readComma(): void {
    const level = this.#level
    level.clause = level.suspended ?? level.clause
    level.suspended = null
    this.#enter(',', this.#takesItem)
  }

  #readWord(word: string): void {
    const level = this.#level
    const isNested = this.#levels.length > 1
    if (level.isSealed && isNested) {
      this.#enter(word, false)
      return
    }
    if (this.#isCaseEdge(word)) {
      this.#readCaseEdge(word)
      return
    }
    const isVariable = this.#last === '@' && (level.clause === 'selection' || level.clause === 'assignments')
    if (isVariable) {
      level.suspended = level.clause
      level.clause = 'other'
    }
    // These compare, as in `a IS DISTINCT FROM b` and `a SIMILAR TO b`.
    const isCondition = level.clause === 'condition' || level.clause === 'values'
    const isSecondWord = (word === 'FROM' && this.#last === 'DISTINCT') || (word === 'TO' && this.#last === 'SIMILAR')
    const isComparison = isSecondWord && isCondition
    if (word === 'UPDATE') level.isUpdate = true
    if (SEALING.has(word)) level.isSealed = word !== 'SET' || !level.isUpdate
    if (STATEMENTS.has(word)) level.isSealed = false
    const isUpsert = word === 'UPDATE' && this.#last === 'KEY'
    const clause = isUpsert || (word === 'SET' && level.isUpdate) ? 'assignments' : CLAUSES.get(word)
    if (clause !== undefined && !isComparison) {
      level.clause = clause
      level.suspended = null
    }
    // `SELECT * LIKE '…'` chooses columns.
    const isOfColumns = this.#last === '*' || (this.#last === 'NOT' && this.#before === '*')
    const isInExpression = level.clause === 'selection' || level.clause === 'condition' || level.clause === 'values'
    this.#enter(word, isComparison || (BEFORE_VALUES.has(word) && isInExpression && !isOfColumns))
  }

  /** Whether a word begins or ends a `CASE` after `ORDER BY` and the like, where no value stands otherwise. */
  #isCaseEdge(word: string): boolean {
    const { clause, isSealed, isCase } = this.#level
    return (word === 'CASE' && clause === 'keys' && !isSealed) || (word === 'END' && isCase)
  }

  #readCaseEdge(word: string): void {
    const isCase = word === 'CASE'
    if (isCase) this.#levels.push({ ...outermost(), clause: 'values', isCase })
    else this.#levels.pop()
    this.#enter(word, isCase)
  }

  /** Whether what follows a comma is a value. */
  get #takesItem(): boolean {
    const { clause } = this.#level
    return clause === 'selection' || clause === 'values'
  }

  /** Whether what follows an operator is a value. */
  #takesOperand(operator: string): boolean {
    const { clause } = this.#level
    if (clause === 'assignments') return operator === '='
    return HOLDS_VALUES.has(clause)
  }

  #open(bracket: string): void {
    const { clause, isSealed } = this.#level
    const isRow = clause === 'rows' && (this.#last === 'VALUES' || this.#last === ',') && bracket === '('
    const isCall = FUNCTIONS.has(this.#last) && this.#before !== '.' && HOLDS_VALUES.has(clause)
    const isList = BEFORE_LISTS.has(this.#last) && HOLDS_VALUES.has(clause)
    const isCondition = this.#last === 'ON' && bracket === '('
    const isOfValues = !isSealed && (isRow || isCall || isList || isCondition || this.#takesValue)
    this.#levels.push({ clause: isOfValues ? 'values' : 'other', suspended: null, isSealed, isUpdate: false, isCase: false })
    this.#enter(bracket, isOfValues)
  }

  #close(bracket: string): void {
    if (this.#levels.length > 1) this.#levels.pop()
    this.#enter(bracket, false)
  }

  #end(): void {
    this.#levels = [outermost()]
    this.#enter(';', false)
  }

  #enter(token: string, takesValue: boolean): void {
    this.#tookValue = this.#takesValue
    this.#before = this.#last
    this.#last = token
    this.#takesValue = takesValue
    this.#isAfterSpace = false
  }

  get #level(): Level {
    const level = this.#levels.at(-1)
    if (level === undefined) throw new Error('There is always one level.')
    return level
  }
}
