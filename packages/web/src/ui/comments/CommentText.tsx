import { type CommentPiece, commentPieces, type MentionedPerson } from '@sightline/domain/comments/mentions.ts'
import { findLinks, type TextPiece } from '@sightline/domain/format/links.ts'
import { useMemo } from 'react'
import styles from './comments.module.css'

interface CommentTextProps {
  text: string
  mentions: readonly MentionedPerson[]
}

/** Plain text with its line breaks; web addresses are links, and mentioned people have their current names. */
export function CommentText({ text, mentions }: CommentTextProps) {
  const pieces = useMemo(
    () =>
      commentPieces(text, mentions).flatMap((piece): (CommentPiece | TextPiece)[] =>
        piece.kind === 'mention' ? [piece] : findLinks(piece.text),
      ),
    [text, mentions],
  )
  return (
    <p className={styles.text}>
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
        <Piece key={at} piece={piece} />
      ))}
    </p>
  )
}

function Piece({ piece }: { piece: CommentPiece | TextPiece }) {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'mention') return <span className={styles.mention}>{piece.text}</span>
  return (
    <a href={piece.url} target="_blank" rel="noopener noreferrer nofollow">
      {piece.text}
    </a>
  )
}
