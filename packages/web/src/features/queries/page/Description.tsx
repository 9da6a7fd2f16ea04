import { useDebouncedValue } from '@mantine/hooks'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { EditInPlace } from '../../../ui/EditInPlace.tsx'
import { Markdown } from '../../../ui/Markdown.tsx'
import styles from './head.module.css'

/** Milliseconds of rest after the last key before the preview follows. */
const PREVIEW_DELAY_MS = 100

interface DescriptionProps {
  text: string
  isEditable: boolean
  onCommit(text: string): Promise<boolean>
}

/** What the query is about: in one line as long as nobody asks for more, and with a preview while it is written. */
export function Description({ text, isEditable, onCommit }: DescriptionProps) {
  const root = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const isClipped = useIsClipped(root, text)
  // null while it is not being edited.
  const [typed, setTyped] = useState<string | null>(null)
  // Of several lines, one alone is not the same.
  const hasMore = isClipped || /\S\s*\n\s*\S/.test(text)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what happens in the field inside is only watched here. */}
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
          label="Description of the query"
          placeholder="Add description"
          allowsBlank
          isMultiline
          isEditable={isEditable}
          render={(shown) => <Markdown text={shown} />}
          onCommit={onCommit}
        />
        {typed !== null && <Preview text={typed} />}
      </div>
      {hasMore && typed === null && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setIsOpen((now) => !now)}>
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  )
}

function Preview({ text }: { text: string }) {
  const [settled] = useDebouncedValue(text, PREVIEW_DELAY_MS)
  if (settled.trim() === '') return null
  return (
    <section className={styles.preview} aria-label="Preview">
      <Markdown text={settled} />
    </section>
  )
}

/** Whether the line is longer than its place. An open description is as long as it is: what was found before stays. */
function useIsClipped(root: RefObject<HTMLElement | null>, text: string): boolean {
  const [isClipped, setIsClipped] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another line in the same place.
  useLayoutEffect(() => {
    const place = root.current
    if (place === null) return
    const look = () => {
      const line = place.firstElementChild
      if (line !== null && place.dataset.open === undefined) setIsClipped(line.scrollWidth > line.clientWidth)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(place)
    return () => observer.disconnect()
  }, [root, text])
  return isClipped
}
