/** What the thread that formats texts is asked; `dialect` is a runner's, '' for JSON. */
export interface FormatRequest {
  text: string
  syntax: 'sql' | 'json'
  dialect: string
}

/** The formatted text; null for a text that is not of its syntax. */
export interface FormatReply {
  text: string | null
}
