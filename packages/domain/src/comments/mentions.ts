/** A person who is mentioned, or who can be. */
export interface MentionedPerson {
  id: number
  name: string
}

/** A piece of a comment: plain text, or the name of a mentioned person. */
export type CommentPiece = { kind: 'text'; text: string } | { kind: 'mention'; text: string }

/** A comment may mention this many people. */
export const MAX_MENTIONS = 20

/** How a mention is stored: by the id of the user, because names change. */
const STORED = /<@(\d{1,9})>/g

/** The ids of the users that a stored text mentions, each once. */
export const mentionedIds = (text: string): number[] => [
  ...new Set([...text.matchAll(STORED)].map(([, id]) => Number(id)).filter((id) => id > 0)),
]

const UNKNOWN = 'someone'

/** The pieces of a stored text. @param people the mentioned persons with their current names */
export function commentPieces(text: string, people: readonly MentionedPerson[]): CommentPiece[] {
  const pieces: CommentPiece[] = []
  let end = 0
  for (const match of text.matchAll(STORED)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    pieces.push({ kind: 'mention', text: `@${people.find(({ id }) => id === Number(match[1]))?.name ?? UNKNOWN}` })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

/** A stored text with the names of the mentioned persons, such as `@Ada Lovelace`. */
export const withNames = (text: string, people: readonly MentionedPerson[]): string =>
  commentPieces(text, people)
    .map((piece) => piece.text)
    .join('')

/** A stored text in which other ids stand for the mentioned users; a user without one is no mention any more. */
export const withMappedMentions = (text: string, idOf: (id: number) => number | undefined): string =>
  text.replace(STORED, (_, id) => {
    const other = idOf(Number(id))
    return other === undefined ? `@${UNKNOWN}` : `<@${other}>`
  })

/**
 * A typed text in the form in which it is stored.
 * @param people the persons whose names stand for mentions: those that were chosen from the list
 */
export function withMentions(typed: string, people: readonly MentionedPerson[]): string {
  // A longer name first, so that "@Ada Lovelace" is not the mention of an "Ada".
  const byLength = people.toSorted((one, other) => other.name.length - one.name.length)
  let text = ''
  for (let at = 0; at < typed.length; ) {
    const person = typed[at] === '@' ? byLength.find(({ name }) => isNameAt(typed, at + 1, name)) : undefined
    text += person === undefined ? typed[at] : `<@${person.id}>`
    at += person === undefined ? 1 : person.name.length + 1
  }
  return text
}

/** Whether a name stands at a place of a text, and ends there. */
const isNameAt = (text: string, at: number, name: string): boolean =>
  name !== '' && text.startsWith(name, at) && !/^[\p{L}\p{N}]/u.test(text.slice(at + name.length))

/** The beginning of a name that is being typed. */
export interface TypedName {
  /** The place of its `@`. */
  at: number
  search: string
}

/** Names have at most this many characters after the `@` while they are searched. */
const MAX_SEARCH = 50

/** The name before the caret that begins with `@` at the start of a word; null if there is none. */
export function typedName(text: string, caret: number): TypedName | null {
  const before = text.slice(0, caret)
  const at = before.lastIndexOf('@')
  if (at === -1 || /[\p{L}\p{N}]$/u.test(before.slice(0, at))) return null
  const search = before.slice(at + 1)
  // Two spaces, a line break or a long text are no name any more.
  return search.length > MAX_SEARCH || /\n|^\s| {2}/.test(search) ? null : { at, search }
}
