import { plural, t } from '@lingui/core/macro'
import { Popover, Textarea, type TextareaProps, VisuallyHidden } from '@mantine/core'
import type { MentionablePerson } from '@sightline/contract/comments.ts'
import { type TypedName, typedName } from '@sightline/domain/comments/mentions.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Avatar } from '../Avatar.tsx'
import styles from './comments.module.css'

const NOBODY: readonly MentionablePerson[] = []
const NO_MATCH = t`No one with this name may see this widget.`

/** Finds people who can be mentioned by a part of their names. */
export type SearchPeople = (search: string) => Promise<readonly MentionablePerson[]>

interface MentionFieldProps extends Omit<TextareaProps, 'value' | 'onChange' | 'onKeyDown'> {
  value: string
  onChange(text: string): void
  /** Called with the text in which the name of the person is written out. */
  onChoose(person: MentionablePerson, text: string): void
  onSearch: SearchPeople
  /** Not called for keys that the list of people takes. */
  onKeyDown(event: KeyboardEvent): void
}

/** A field in which `@` and the beginning of a name offer people. */
export function MentionField({ value, onChange, onChoose, onSearch, onKeyDown, ...field }: MentionFieldProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<TypedName | null>(null)
  // Null until they are found.
  const [found, setFound] = useState<readonly MentionablePerson[] | null>(null)
  const [active, setActive] = useState(0)
  const listId = useId()
  const search = typed?.search ?? null
  useEffect(() => {
    if (search === null) return
    let isCurrent = true
    onSearch(search).then(
      (matching) => {
        if (!isCurrent) return
        setFound(matching)
        setActive(0)
      },
      // Without the list, the comment can still be written.
      () => isCurrent && setFound(null),
    )
    return () => {
      isCurrent = false
    }
  }, [search, onSearch])
  const people = found ?? NOBODY
  const isOpen = typed !== null && people.length > 0
  const isWithoutMatch = typed !== null && found?.length === 0
  const close = () => {
    setTyped(null)
    setFound(null)
  }

  const choose = (person: MentionablePerson) => {
    const element = input.current
    if (typed === null || element === null) return
    const before = `${value.slice(0, typed.at)}@${person.name} `
    onChoose(person, before + value.slice(element.selectionStart).replace(/^ /, ''))
    close()
    element.focus()
    // After the text is in the field, which sets the caret to its end.
    requestAnimationFrame(() => element.setSelectionRange(before.length, before.length))
  }
  const take = (event: KeyboardEvent): boolean => {
    if (isWithoutMatch && event.key === 'Escape') {
      close()
      return true
    }
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false
    const person = people[active]
    if (event.key === 'ArrowDown') setActive((active + 1) % people.length)
    else if (event.key === 'ArrowUp') setActive((active + people.length - 1) % people.length)
    else if (event.key === 'Escape') close()
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && person !== undefined) choose(person)
    else return false
    return true
  }
  const optionId = (person: MentionablePerson | undefined) => (person === undefined ? undefined : `${listId}-${person.id}`)

  return (
    <Popover
      opened={isOpen || isWithoutMatch}
      position="bottom-start"
      width="target"
      withinPortal={false}
      withRoles={false}
      trapFocus={false}
      // A list that fades in behind what is typed is read late.
      transitionProps={{ duration: 0 }}
      onDismiss={close}
    >
      <Popover.Target>
        <Textarea
          {...field}
          ref={input}
          value={value}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? optionId(people[active]) : undefined}
          onChange={(event) => {
            const { value: text, selectionStart } = event.currentTarget
            onChange(text)
            setTyped(typedName(text, selectionStart))
          }}
          onKeyDown={(event) => {
            if (!take(event)) return onKeyDown(event)
            event.preventDefault()
            // Escape closes the list before the form and the panel.
            event.stopPropagation()
          }}
          onBlur={close}
        />
      </Popover.Target>
      <VisuallyHidden aria-live="polite">
        {isOpen &&
          plural(people.length, {
            one: '# person to mention. Use the arrow keys.',
            other: '# people to mention. Use the arrow keys.',
          })}
        {isWithoutMatch && NO_MATCH}
      </VisuallyHidden>
      <Popover.Dropdown p={4}>
        {isWithoutMatch && <div className={styles.nobody}>{NO_MATCH}</div>}
        <div
          id={listId}
          role="listbox"
          hidden={!isOpen}
          aria-label={t`People who may see this widget`}
          className={styles.people}
        >
          {people.map((person, at) => (
            <div
              key={person.id}
              id={optionId(person)}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={styles.person}
              onMouseEnter={() => setActive(at)}
              onMouseDown={(event) => {
                // The field keeps the focus.
                event.preventDefault()
                choose(person)
              }}
            >
              <Avatar {...person} size="sm" />
              <span>{person.name}</span>
            </div>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
