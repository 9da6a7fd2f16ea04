import { collapseUnchanged, lineDiff } from '@sightline/domain/line-diff.ts'
import { useMemo } from 'react'
import styles from './LineDiff.module.css'

/** Unchanged lines that are shown around each change. */
const CONTEXT = 3

const signs = { same: '', removed: '−', added: '+' }
const labels = { same: '', removed: 'removed: ', added: 'added: ' }

interface LineDiffProps {
  label: string
  before: string
  after: string
}

/** A line diff of two texts. */
export function LineDiff({ label, before, after }: LineDiffProps) {
  const parts = useMemo(() => collapseUnchanged(lineDiff(before, after), CONTEXT), [before, after])
  if (parts.every(({ kind }) => kind === 'skipped')) return <p className={styles.none}>The text is the same.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={styles.root} aria-label={label} tabIndex={0}>
      {parts.map((part, index) =>
        part.kind === 'skipped' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no identity but their position
          <div key={index} className={styles.skipped}>
            {part.count === 1 ? '1 unchanged line' : `${part.count} unchanged lines`}
          </div>
        ) : (
          part.lines.map(({ kind, text, before: from, after: to }) => (
            <div key={`${from} ${to}`} className={styles.line} data-kind={kind}>
              <span className={styles.number}>{from ?? ''}</span>
              <span className={styles.number}>{to ?? ''}</span>
              <span className={styles.sign} aria-hidden>
                {signs[kind]}
              </span>
              <span className={styles.hidden}>{labels[kind]}</span>
              <code className={styles.text}>{text}</code>
            </div>
          ))
        ),
      )}
    </section>
  )
}
