import { useMemo } from 'react'
import styles from './Markdown.module.css'
import { markdownToHtml } from './markdown.ts'

interface MarkdownProps {
  text: string
  /** Whether a line of the text ends where its author wanted the line to end, or where the page of a file was full. */
  lines?: 'kept' | 'wrapped'
}

/** A text in Markdown, rendered. What could run is removed; links open in a new window. */
export function Markdown({ text, lines = 'kept' }: MarkdownProps) {
  const html = useMemo(() => markdownToHtml(text, lines === 'kept'), [text, lines])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized one line above, in markdown.ts
  return <div className={styles.root} dangerouslySetInnerHTML={{ __html: html }} />
}
