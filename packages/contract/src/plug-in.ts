// The contract between Sightline and plug-ins. A release publishes this file as the types of `sightline/plugin`, so it holds types
// alone and imports nothing. A change that breaks plug-ins raises `ContractVersion`.

/** The version that `package.json` of a plug-in names: `"sightline": { "contract": 1 }`. */
export type ContractVersion = 1

/** The default export of the module of a plug-in. */
export interface Plugin {
  dataSources?: readonly DataSourceType[]
  destinations?: readonly DestinationType[]
  visualizations?: readonly VisualizationType[]
}

/** A field of the form in which an admin sets up a data source or a destination. */
export interface OptionField {
  type: 'string' | 'number' | 'boolean'
  /** The label; derived from the name of the field when left out. */
  title?: string
  required?: boolean
  default?: string | number | boolean
  /** The choices of a text, each value with its label. */
  choices?: Readonly<Record<string, string>>
  /** Stored encrypted, never sent to browsers, and removed from error messages. Only for texts. */
  secret?: boolean
  /**
   * True for a field that does not decide where secrets are sent, such as the name of a table. When any other field changes, the
   * admin has to enter the secrets again.
   */
  keepsSecrets?: boolean
}

/** The fields of a form by name, in the order in which they are shown. */
export type OptionFields = Readonly<Record<string, OptionField>>

/** The values that the admin has entered, checked against the fields. A field that is neither required nor has a default may be missing. */
export type Options = Readonly<Record<string, string | number | boolean | undefined>>

interface TypeFacts {
  /** Stored with each record, so it never changes: lower-case letters, digits, `-` and `_`, starting with a letter. */
  type: string
  /** The name that people see. */
  name: string
  /** The text of an SVG image. */
  logo: string
  options: OptionFields
}

/** A type of data source. It runs in processes of its own, which have none of the settings of the server. */
export interface DataSourceType extends TypeFacts {
  /**
   * The language of query texts. It decides how values of parameters are quoted, so a wrong one lets viewers change what a query
   * does.
   */
  language: 'sql' | 'postgresql' | 'mysql' | 'json' | 'yaml'
  category?: 'database' | 'warehouse' | 'file' | 'web' | 'search' | 'time_series'
  /**
   * Runs a query text. An error that it throws, now or between rows, is shown to the person who ran the query: one clear sentence.
   * A number in the `position` of the error is the 1-based character of the text that it is about.
   */
  run(text: string, context: RunContext): Promise<Result> | Result
  /** Resolves when the source answers; throws an error that says why it does not. */
  testConnection?(context: SourceContext): Promise<void>
  /** The tables of the source with their columns. */
  getSchema?(context: SourceContext): Promise<readonly Table[]>
}

export interface SourceContext {
  options: Options
  /** Aborts on cancel and on the time limit. Stop the work at the source, then throw; after five seconds the process is killed. */
  signal: AbortSignal
}

export interface RunContext extends SourceContext {
  /** A folder for this run alone, removed afterwards. */
  tempDir: string
  /** True when a schedule has started the run, so nobody is waiting. */
  isScheduled: boolean
}

/** The result of a run: columns first, then groups of rows as they arrive, which are never held in memory as a whole. */
export interface Result {
  columns: readonly Column[]
  /** Groups of rows; a row has one value for each column. Some thousand rows in a group are a good size. */
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>
}

export interface Column {
  name: string
  /**
   * The kind of its values; inferred from the first values when left out. `integer` and `decimal` take numbers, bigints and texts
   * of digits and keep them exactly; `date` takes `YYYY-MM-DD`, `datetime` a local time without a zone, `instant` a `Date` or a time
   * with a zone; `json` takes any value that JSON can express.
   */
  type?: 'boolean' | 'integer' | 'float' | 'decimal' | 'date' | 'datetime' | 'instant' | 'text' | 'json'
}

/** null and undefined are NULL. */
export type Row = readonly unknown[]

export interface Table {
  name: string
  columns: readonly { name: string; type?: string }[]
}

/** A type of destination, for alerts and reports. It runs in the server. */
export interface DestinationType extends TypeFacts {
  /** Sends an alert. An error that it throws is shown in the log of the alert: one clear sentence without secrets. */
  send(notification: Notification, options: Options, out: Transport): Promise<void>
  /** Sends a report of a dashboard or a query; types without it do not support reports. */
  report?(report: Report, options: Options, out: Transport): Promise<void>
}

/** The only way for a destination to send anything. Failed calls are repeated as the server sees fit. */
export interface Transport {
  now(): Date
  /**
   * Sends a POST request and resolves to the body of a 2xx response. Private addresses are refused unless the operator allows them;
   * redirects are not followed. A text is sent as it is, any other body as JSON.
   */
  post(call: { url: string; body: unknown; headers?: Record<string, string> }): Promise<string>
}

export interface Notification {
  /** The same for every attempt to send this message. */
  key: string
  /** `unknown` while the query fails. */
  alert: { id: number; name: string; state: 'unknown' | 'ok' | 'triggered' }
  query: { id: number; name: string }
  /** The subject of the alert's own template; null if it has none. */
  subject: string | null
  /** The text of the alert's own template, as HTML; null if it has none. */
  body: string | null
  /** Absolute URLs of both pages. */
  links: { alert: string; query: string }
}

export interface Report {
  /** The same for every attempt to send this message. */
  key: string
  object: { type: 'dashboard' | 'query'; id: number; name: string }
  /** Absolute URL of the dashboard or query. */
  link: string
  /** The numbers as plain text. */
  text: string
}

/** The queries with which `sightline admin check-plug-in` examines a data source. `cases.js` exports them by type. */
export interface ConformanceCases {
  /** Options of the data source to examine. */
  options: Record<string, string | number | boolean>
  /** A query with its whole result, of at most 100 rows, as JSON shows it. */
  columns: { text: string; names: readonly string[]; rows: readonly Row[] }
  /** A query that has columns and no rows. */
  noRows?: { text: string; names: readonly string[] }
  /** A query with thousands of rows. */
  many?: { text: string; count: number }
  /** A query that the source refuses, and the 1-based character that the refusal names; null for none. */
  failing: { text: string; position: number | null }
  /** A query that would run for minutes, to be cancelled. */
  slow?: { text: string }
}

/**
 * A type of visualization. It has no code in the server: its script draws in the browser of each reader, in a frame that cannot
 * reach the page, the session or the network.
 */
export interface VisualizationType {
  /** Stored with each visualization, so it never changes: lower-case letters, digits, `-` and `_`, starting with a letter. */
  type: string
  /** The name that people see. */
  name: string
  /** The text of an SVG image, at most 10,000 characters, of which only the shape counts: it has the color of the text beside it. */
  icon: string
  /** The fields of the editor. */
  options: Readonly<Record<string, VisualizationField>>
  /**
   * Path of the script in the folder of the plug-in, at most 2 MB: one ES module that imports nothing. Its default export is a
   * `VisualizationScript`. Neither inline event handlers nor `<script>` elements run in its frame.
   */
  script: string
  /** Width and height of a new widget: 1 to 6 columns, by default 3, and 1 to 50 rows of 50 pixels, by default 8. */
  size?: { columns?: number; rows?: number }
}

/** A field of the editor of a visualization. */
export interface VisualizationField extends Omit<OptionField, 'secret' | 'keepsSecrets'> {
  /** For a text that is the name of a column: the field is then a choice among the columns of this kind. */
  column?: 'any' | 'number' | 'time' | 'text'
}

/**
 * The default export of the script of a visualization.
 * @typeParam Root `HTMLElement`, or what stands for it in a test
 */
export interface VisualizationScript<Root = unknown> {
  /**
   * Draws into an element that fills the frame and is empty at first. It is called again when data, options, theme or size change,
   * and then replaces what it has drawn. An error that it throws is shown with *Try again*; so is the lack of an answer after ten
   * seconds.
   */
  draw(root: Root, drawing: Drawing): void | Promise<void>
}

/** The content of a visualization. */
export interface Drawing {
  /** The name that its author gave it. */
  name: string
  /** The values of the fields. One that is neither required nor has a default may be missing. */
  options: Options
  data: {
    /** The columns that are chosen in fields with `column`; if there are none, the first 50 columns of the result. */
    columns: readonly DrawnColumn[]
    /** Number of rows in the result. If it is more than 20,000, `values` has about so many of them, evenly chosen. */
    total: number
  }
  /** Pixels of the frame. */
  size: { width: number; height: number }
  theme: DrawnTheme
  formats: DrawnFormats
}

export interface DrawnColumn {
  name: string
  /** null if the data source did not say. */
  type: 'integer' | 'float' | 'boolean' | 'string' | 'date' | 'datetime' | null
  /**
   * One value for each row. Numbers that JavaScript cannot hold exactly are texts of digits; dates are `YYYY-MM-DD`, and times are ISO
   * 8601 with a zone if the column has one.
   */
  values: readonly (string | number | boolean | null)[]
}

/** The look of the page, as CSS values. The background of the frame is that of the page. */
export interface DrawnTheme {
  scheme: 'light' | 'dark'
  font: string
  background: string
  text: string
  /** For labels of axes and remarks. */
  mutedText: string
  /** For lines of a grid. */
  grid: string
  /** For series, in this order. */
  colors: readonly string[]
}

/** The formats of the organization, such as `DD/MM/YYYY` and `0,0.00`, and the time zone of the reader. */
export interface DrawnFormats {
  date: string
  dateTime: string
  integer: string
  float: string
  thousandsSeparator: string
  decimalSeparator: string
  /** An IANA name. */
  timeZone: string
}

/** Options and columns that the script of a visualization can draw. `cases.js` exports them by type. */
export interface VisualizationCase {
  options: Record<string, string | number | boolean>
  columns: readonly DrawnColumn[]
}
