import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type MentionedPerson, withMentions, withNames } from '@sightline/domain/comments/mentions.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { ariaShortcut, ButtonKey, keyName } from '../keyboard.tsx'
import styles from './comments.module.css'
import { MentionField, type SearchPeople } from './MentionField.tsx'

/** The number of characters that a comment may have, written out because the web app is built without the schemas. */
const MAX_LENGTH = 10_000
/** Below this number of characters that are left, the form says how many. */
const FEW_LEFT = 500

/** Texts that have been written but not sent; they survive the panel and the page. */
export interface Drafts {
  /** @returns '' if there is none */
  read(place: string): string
  /** A blank text removes the draft. */
  store(place: string, text: string): void
}

interface CommentFormProps {
  /** The name of the field for screen readers. */
  label: string
  placeholder: string
  action: string
  drafts: Drafts
  /** Where it is written, such as `widget-5` or `thread-7`: each place has a draft of its own. */
  place: string
  /** The text to change; '' for a new comment. */
  stored?: string
  /** The persons whom it mentions. */
  mentions?: readonly MentionedPerson[]
  onSearch: SearchPeople
  isFocused?: boolean
  /** @param text as it is stored, with mentions by id @returns whether it was saved */
  onSend(text: string): Promise<boolean>
  /** Leaves the form and gives up the draft; null if it always stands there. */
  onCancel: (() => void) | null
}

const NOBODY: readonly MentionedPerson[] = []

/** Where the persons of a draft are kept, whose names in its text are mentions. */
const peopleOf = (place: string) => `${place}-people`

function storedPeople(drafts: Drafts, place: string): MentionedPerson[] {
  try {
    const stored: unknown = JSON.parse(drafts.read(peopleOf(place)) || '[]')
    return Array.isArray(stored) ? stored.filter(isPerson) : []
  } catch {
    return []
  }
}

const isPerson = (value: unknown): value is MentionedPerson =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  Number.isInteger(value.id) &&
  'name' in value &&
  typeof value.name === 'string'

/** A field for a comment. Ctrl + Enter sends it. What was typed is kept until it is sent or cancelled. */
export function CommentForm(props: CommentFormProps) {
  const {
    label,
    placeholder,
    action,
    drafts,
    place,
    stored = '',
    mentions = NOBODY,
    isFocused = false,
    onSearch,
    onSend,
    onCancel,
  } = props
  const before = withNames(stored, mentions)
  const [text, setText] = useState(() => drafts.read(place) || before)
  const [people, setPeople] = useState(() => [...mentions, ...storedPeople(drafts, place)])
  const [isSending, setIsSending] = useState(false)
  const change = (next: string) => {
    setText(next)
    drafts.store(place, next === before ? '' : next)
  }
  const choose = ({ id, name }: MentionedPerson, next: string) => {
    const known = [...people.filter((person) => person.id !== id), { id, name }]
    setPeople(known)
    drafts.store(peopleOf(place), JSON.stringify(known))
    change(next)
  }
  const removeDraft = () => {
    drafts.store(place, '')
    drafts.store(peopleOf(place), '')
  }
  const sent = withMentions(text.trim(), people)
  const left = MAX_LENGTH - sent.length
  const isSendable = text.trim() !== '' && left >= 0
  const send = async () => {
    if (!isSendable || isSending) return
    setIsSending(true)
    const isSent = await onSend(sent)
    setIsSending(false)
    if (!isSent) return
    removeDraft()
    setText('')
    onCancel?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
    if (event.key === 'Escape' && onCancel !== null) {
      // Escape leaves the form before it closes the panel.
      event.stopPropagation()
      cancel()
    }
  }
  const cancel = () => {
    removeDraft()
    onCancel?.()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send()
      }}
    >
      <MentionField
        aria-label={label}
        placeholder={placeholder}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        error={left < 0 ? t`A comment has at most ${localNumber(MAX_LENGTH)} characters: ${-left} too many.` : undefined}
        description={left >= 0 && left < FEW_LEFT ? t`${left} characters left` : undefined}
        inputWrapperOrder={['input', 'description', 'error']}
        autoFocus={isFocused}
        onChange={change}
        onChoose={choose}
        onSearch={onSearch}
        onKeyDown={onKeyDown}
      />
      <div className={styles.formActions}>
        {onCancel !== null && (
          <Button variant="default" size="xs" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button
          type="submit"
          size="xs"
          loading={isSending}
          disabled={!isSendable}
          rightSection={<ButtonKey>{keyName('Ctrl')} ↵</ButtonKey>}
          aria-keyshortcuts={ariaShortcut('Enter')}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}
