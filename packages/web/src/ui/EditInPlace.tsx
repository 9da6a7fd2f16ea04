import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './EditInPlace.module.css'

interface EditInPlaceProps {
  value: string
  /** Name of the field for screen readers, such as `Name of the query`; it describes the text, whose name is the text itself. */
  label: string
  /** Shown, dimmed, if the value is blank. */
  placeholder?: string
  /** A textarea: Shift+Enter starts a new line. */
  isMultiline?: boolean
  /** Whether a blank value may be committed: a description may be emptied, a name may not. */
  allowsBlank?: boolean
  isEditable: boolean
  /** Renders a value that is not blank; by default as plain text. */
  render?(value: string): ReactNode
  /** Saves a text. @returns whether it was saved; the implementation reports errors itself */
  onCommit(value: string): Promise<boolean>
}

interface Draft {
  text: string
  /** The value when editing started. If it has changed since, an unedited draft must not overwrite it. */
  initial: string
}

/**
 * A text that becomes an input of the same look when it is clicked or focused. Enter and blur commit, Escape cancels. A text that
 * could not be saved is shown in the input again. Unmounting commits like a blur.
 */
export function EditInPlace(props: EditInPlaceProps) {
  const { value, label, placeholder = '', isMultiline = false, allowsBlank = false, isEditable, render, onCommit } = props
  const [draft, setDraft] = useState<Draft | null>(null)
  // The text being saved, shown optimistically.
  const [sent, setSent] = useState<string | null>(null)
  const present = sent ?? value
  const root = useRef<HTMLButtonElement>(null)
  // After Enter or Escape the focus returns to the text, which must not start another edit.
  const isReturning = useRef(false)
  const takesFocus = useRef(true)
  const start = () => setDraft({ text: present, initial: present })
  const write = (text: string) => setDraft((now) => now && { ...now, text })
  const shown = present === '' ? <span className={styles.placeholder}>{placeholder}</span> : (render?.(present) ?? present)

  const save = async (text: string) => {
    setSent(text)
    const isSaved = await onCommit(text)
    setSent((now) => (now === text ? null : now))
    if (isSaved) return
    // Do not steal the focus if the user has moved on to another element.
    const { activeElement } = document
    takesFocus.current = activeElement === root.current || activeElement === document.body
    setDraft((now) => now ?? { text, initial: value })
  }

  const commitDraft = ({ text, initial }: Draft) => {
    const committed = textToCommit(text, initial, allowsBlank)
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
        data-edits-on-focus
        aria-description={label}
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
    // In an input method editor, Enter picks a character and Escape discards it.
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
 * The text to save at the end of an edit.
 * @returns the trimmed text; null if it is unchanged, or blank where blanks are not allowed
 */
export function textToCommit(draft: string, before: string, allowsBlank: boolean): string | null {
  const text = draft.trim()
  if (text === '' && !allowsBlank) return null
  return text === before ? null : text
}
