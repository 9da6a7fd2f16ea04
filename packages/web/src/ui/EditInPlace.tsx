import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './EditInPlace.module.css'

interface EditInPlaceProps {
  value: string
  /** What is edited, for screen readers: `Name of the query`. */
  label: string
  /** Shown, dimmed, where the value is blank. */
  placeholder?: string
  /** Several lines: Enter with shift starts a new one. */
  isMultiline?: boolean
  /** Whether a blank value may be committed: a description may be emptied, a name may not. */
  allowsBlank?: boolean
  isEditable: boolean
  /** Draws a value that is not blank; as it is where left out. */
  draw?(value: string): ReactNode
  /** Saves a text. @returns whether it was saved; who asked for it knows by now why not */
  onCommit(value: string): Promise<boolean>
}

interface Draft {
  text: string
  /** What it was begun from. The value may be another one by now: a text that nobody has changed is not saved over it. */
  began: string
}

/**
 * A text that becomes a field of the same looks when it is clicked or focused. Enter and leaving commit, Escape takes back. What
 * could not be saved stands in the field again, and leaving the page commits like leaving the field.
 */
export function EditInPlace(props: EditInPlaceProps) {
  const { value, label, placeholder = '', isMultiline = false, allowsBlank = false, isEditable, draw, onCommit } = props
  const [draft, setDraft] = useState<Draft | null>(null)
  // What is being saved. It is shown at once.
  const [sent, setSent] = useState<string | null>(null)
  const present = sent ?? value
  const root = useRef<HTMLButtonElement>(null)
  // After Enter or Escape the focus goes back to the text, which must not start the next edit.
  const isReturning = useRef(false)
  const takesFocus = useRef(true)
  const start = () => setDraft({ text: present, began: present })
  const write = (text: string) => setDraft((now) => now && { ...now, text })
  const shown = present === '' ? <span className={styles.placeholder}>{placeholder}</span> : (draw?.(present) ?? present)

  const save = async (text: string) => {
    setSent(text)
    const isSaved = await onCommit(text)
    setSent((now) => (now === text ? null : now))
    if (isSaved) return
    // Whoever has gone on to something else keeps the focus there.
    const { activeElement } = document
    takesFocus.current = activeElement === root.current || activeElement === document.body
    setDraft((now) => now ?? { text, began: value })
  }

  const commitDraft = ({ text, began }: Draft) => {
    const committed = textToCommit(text, began, allowsBlank)
    if (committed !== null) void save(committed)
  }
  const leave = useEffectEvent(() => {
    if (draft !== null) commitDraft(draft)
  })
  useEffect(() => () => leave(), [])

  if (!isEditable) return <span className={styles.text}>{shown}</span>
  if (draft === null) {
    return (
      <button
        type="button"
        className={styles.button}
        aria-label={`${label}: ${present || placeholder}`}
        ref={(button) => {
          root.current = button
          if (isReturning.current) button?.focus()
        }}
        onClick={start}
        onFocus={(event) => {
          if (isReturning.current) isReturning.current = false
          else if (event.currentTarget.matches(':focus-visible')) start()
        }}
      >
        {shown}
      </button>
    )
  }

  const commit = () => {
    setDraft(null)
    takesFocus.current = true
    commitDraft(draft)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While a character is being composed, Enter picks it and Escape drops it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      isReturning.current = true
      commit()
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      isReturning.current = true
      setDraft(null)
    }
  }
  const field = {
    'aria-label': label,
    autoFocus: takesFocus.current,
    className: styles.field,
    value: draft.text,
    placeholder,
    onBlur: commit,
    onKeyDown,
    onFocus: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => event.currentTarget.select(),
  }
  if (isMultiline)
    return (
      <textarea {...field} rows={Math.max(2, draft.text.split('\n').length)} onChange={(event) => write(event.target.value)} />
    )
  return (
    // The hidden copy gives the field the width of its text.
    <span className={styles.sizer} data-text={draft.text || placeholder}>
      <input {...field} type="text" size={1} onChange={(event) => write(event.target.value)} />
    </span>
  )
}

/**
 * What leaving an in-place edit commits.
 * @returns the trimmed text; null when nothing is to be saved: unchanged, or blank where blanks do not count
 */
export function textToCommit(draft: string, before: string, allowsBlank: boolean): string | null {
  const text = draft.trim()
  if (text === '' && !allowsBlank) return null
  return text === before ? null : text
}
