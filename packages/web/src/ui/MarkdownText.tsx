import { lazy, Suspense } from 'react'
import { hasMarkdown } from './has-markdown.ts'
import styles from './MarkdownText.module.css'

const Paragraph = ({ text }: { text: string }) => (
  <div dir="auto">
    <p className={styles.paragraph}>{text}</p>
  </div>
)

const Markdown = lazy(() =>
  import('./Markdown.tsx').then(
    ({ Markdown }) => ({ default: Markdown }),
    // The text can be read all the same.
    () => ({ default: Paragraph }),
  ),
)

/**
 * A short text such as a description, rendered as Markdown. Most have no Markdown, so the parser, which takes a phone long, is loaded
 * only for those that do. Until then the text takes up its room and is not seen.
 */
export const MarkdownText = ({ text }: { text: string }) =>
  hasMarkdown(text) ? (
    <Suspense fallback={<span style={{ visibility: 'hidden' }}>{text}</span>}>
      <Markdown text={text} />
    </Suspense>
  ) : (
    <Paragraph text={text} />
  )
