import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { committedText } from './committed-text.ts'
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
  /** Rendered instead of the plain value while it is not edited. */
  children?: ReactNode
  onCommit(value: string): void
}

/** A text that becomes a field of the same looks when it is clicked or focused. Enter and leaving commit, Escape takes back. */
export function EditInPlace(props: EditInPlaceProps) {
  const { value, label, placeholder = '', isMultiline = false, allowsBlank = false, isEditable, children, onCommit } = props
  const [draft, setDraft] = useState<string | null>(null)
  // After Enter or Escape the focus goes back to the text, which must not start the next edit.
  const isReturning = useRef(false)
  const shown = children ?? (value || <span className={styles.placeholder}>{placeholder}</span>)

  if (!isEditable) return <span className={styles.text}>{shown}</span>
  if (draft === null) {
    return (
      <button
        type="button"
        className={styles.button}
        aria-label={`${label}: ${value || placeholder}`}
        ref={(button) => {
          if (isReturning.current) button?.focus()
        }}
        onClick={() => setDraft(value)}
        onFocus={(event) => {
          if (isReturning.current) isReturning.current = false
          else if (event.currentTarget.matches(':focus-visible')) setDraft(value)
        }}
      >
        {shown}
      </button>
    )
  }

  const commit = () => {
    const text = committedText(draft, value, allowsBlank)
    setDraft(null)
    if (text !== null) onCommit(text)
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
    autoFocus: true,
    className: styles.field,
    value: draft,
    placeholder,
    onBlur: commit,
    onKeyDown,
    onFocus: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => event.currentTarget.select(),
  }
  if (isMultiline)
    return (
      <textarea {...field} rows={Math.max(2, draft.split('\n').length)} onChange={(event) => setDraft(event.target.value)} />
    )
  return (
    // The hidden copy gives the field the width of its text.
    <span className={styles.sizer} data-text={draft || placeholder}>
      <input {...field} type="text" size={1} onChange={(event) => setDraft(event.target.value)} />
    </span>
  )
}
