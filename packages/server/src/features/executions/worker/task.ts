/** Who and what is behind a run, for the eyes of a database administrator. */
export interface Annotation {
  username: string
  queryId: number | null
  jobId: string
  queryHash: string
  scheduled: boolean
}

/**
 * The comment in front of the text that a source gets, in the wire's form. Values of people cannot end the comment: what could
 * is taken out, also where two parts would join to it.
 */
export function annotated(text: string, { username, queryId, jobId, queryHash, scheduled }: Annotation): string {
  const facts = [
    `Username: ${harmless(username)}`,
    `query_id: ${queryId ?? 'adhoc'}`,
    'Queue: queries',
    `Job ID: ${jobId}`,
    `Query Hash: ${queryHash}`,
    `Scheduled: ${scheduled ? 'True' : 'False'}`,
  ]
  return `/* ${facts.join(', ')} */ ${text}`
}

/** How databases tell a place: by its column, which matters in the first line only, or counted from the start of the text. */
const PLACE = /(\bline 1(?::|, col(?:umn)? | at position )|(?<!\bline \d+ at )\b(?:position|character) )(\d+)/gi

/**
 * What a database says of a text with something in front of it, said of the text itself: the places it tells are told as people
 * see them.
 * @param before how many characters stand in front
 */
export const toldOfText = (message: string, before: number): string =>
  message.replace(PLACE, (told, words: string, place: string) =>
    Number(place) > before ? `${words}${Number(place) - before}` : told,
  )

/** Without control characters and without the two characters that make and end comments; `{` and `}` could be read as tags. */
const harmless = (text: string) => text.replace(/[\p{Cc}\u2028\u2029*/\\{}]/gu, '')
