import { searchable } from '@sightline/domain/folded-text.ts'

/** A piece of a text, and whether it was searched for. */
export interface TextPiece {
  text: string
  isMarked: boolean
}

/** Splits a text at a range. */
export function piecesOf(text: string, start: number, length: number): TextPiece[] {
  const pieces = [
    { text: text.slice(0, start), isMarked: false },
    { text: text.slice(start, start + length), isMarked: true },
    { text: text.slice(start + length), isMarked: false },
  ]
  return pieces.filter((piece) => piece.text !== '')
}

/** Splits a name at the first occurrence of each word of a term, as searches compare texts. */
export function markedPieces(name: string, words: readonly string[]): TextPiece[] {
  const { folded, pieceOf } = searchable(name)
  const isMarked = new Array<boolean>(name.length).fill(false)
  for (const word of words) {
    const at = folded.indexOf(word)
    if (at === -1) continue
    const { from, to } = pieceOf(at, word.length)
    isMarked.fill(true, from, to)
  }
  const pieces: TextPiece[] = []
  for (let from = 0, to = 1; from < name.length; from = to, to += 1) {
    while (to < name.length && isMarked[to] === isMarked[from]) to += 1
    pieces.push({ text: name.slice(from, to), isMarked: isMarked[from] === true })
  }
  return pieces
}
