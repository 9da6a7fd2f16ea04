import { t } from '@lingui/core/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { EditInPlace } from '../../../ui/EditInPlace.tsx'
import { MarkdownText } from '../../../ui/MarkdownText.tsx'
import styles from './QueryHead.module.css'

/** Milliseconds without a key before the preview is updated. */
const PREVIEW_DELAY_MS = 100

interface DescriptionProps {
  text: string
  isEditable: boolean
  onCommit(text: string): Promise<boolean>
}

/** The description of the query: one line until it is expanded, with a preview while it is edited. */
export function Description({ text, isEditable, onCommit }: DescriptionProps) {
  const root = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const isClipped = useIsClipped(root, text)
  // null while it is not being edited.
  const [typed, setTyped] = useState<string | null>(null)
  // A description of several lines is shortened even if its first line fits.
  const hasMore = isClipped || /\S\s*\n\s*\S/.test(text)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes the field inside. */}
      <div
        ref={root}
        className={styles.description}
        data-open={isOpen || typed !== null || undefined}
        onFocus={({ target }) => setTyped(target instanceof HTMLTextAreaElement ? target.value : null)}
        onChange={({ target }) => setTyped(target instanceof HTMLTextAreaElement ? target.value : null)}
        onBlur={() => setTyped(null)}
      >
        <EditInPlace
          value={text}
          label={t`Description of the query`}
          placeholder={t`Add description`}
          allowsBlank
          isMultiline
          isEditable={isEditable}
          render={(shown) => <MarkdownText text={shown} />}
          onCommit={onCommit}
        />
        {typed !== null && <Preview text={typed} />}
      </div>
      {hasMore && typed === null && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setIsOpen((now) => !now)}>
          {isOpen ? t`Show less` : t`Show more`}
        </button>
      )}
    </>
  )
}

function Preview({ text }: { text: string }) {
  const [settled] = useDebouncedValue(text, PREVIEW_DELAY_MS)
  if (settled.trim() === '') return null
  return (
    <section className={styles.preview} aria-label={t`Preview`}>
      <MarkdownText text={settled} />
    </section>
  )
}

/** Whether the line is wider than its container. An expanded description wraps, so the previous value is kept. */
function useIsClipped(root: RefObject<HTMLElement | null>, text: string): boolean {
  const [isClipped, setIsClipped] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may have another width.
  useEffect(() => {
    const container = root.current
    if (container === null) return
    const line = container.firstElementChild
    const measure = () => {
      if (line !== null && container.dataset.open === undefined) setIsClipped(line.scrollWidth > line.clientWidth)
    }
    // It calls first once the layout is known: to measure before, the browser would have to compute one just for this.
    const observer = new ResizeObserver(measure)
    observer.observe(container)
    // Its text may be rendered later.
    if (line !== null) observer.observe(line)
    return () => observer.disconnect()
  }, [root, text])
  return isClipped
}
