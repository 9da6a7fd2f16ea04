import { filledMarks, withMarks } from '@sightline/domain/dashboards/text-tags.ts'
import { LOADING_TEXT, MISSING_TEXT, type TextValue } from '@sightline/domain/dashboards/text-values.ts'
import { Markdown } from '../../../ui/Markdown.tsx'
import { escapeHtml } from '../../../visualizations/html-text.ts'
import type { TextValues } from '../values/text-values.ts'
import styles from './widget.module.css'

interface LiveTextProps {
  /** Markdown with tags. */
  text: string
  live: TextValues
}

/** A text in Markdown with the values of its tags, which are never read as Markdown or HTML. */
export function LiveText({ text, live: { contents, values, notes } }: LiveTextProps) {
  const shown = values.map(shownText)
  return (
    <>
      <Markdown text={withMarks(text, contents)} fill={(html) => filledMarks(html, shown, escapeHtml)} />
      {notes.map((note) => (
        <p key={note} className={styles.textNote}>
          {note}
        </p>
      ))}
    </>
  )
}

const shownText = (value: TextValue): string =>
  value.kind === 'text' ? value.text : value.kind === 'loading' ? LOADING_TEXT : MISSING_TEXT
