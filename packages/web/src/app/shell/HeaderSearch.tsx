import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Keys } from '../../ui/Keys.tsx'
import styles from './HeaderSearch.module.css'
import { SEARCH_ID } from './shortcuts.ts'

/** The search box of the header: Enter opens the list of queries with the term. */
export function HeaderSearch() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = text.trim()
    void navigate({ to: '/queries', search: { q: q === '' ? undefined : q } })
    setText('')
    document.getElementById(SEARCH_ID)?.blur()
  }
  return (
    <search className={styles.box}>
      <form onSubmit={submit}>
        <TextInput
          id={SEARCH_ID}
          type="search"
          placeholder="Search queries..."
          aria-label="Search queries..."
          aria-keyshortcuts="/"
          autoComplete="off"
          leftSection={<IconSearch size={14} stroke={1.75} />}
          rightSection={<Keys keys={['/']} />}
          rightSectionPointerEvents="none"
          classNames={{ input: styles.input, section: styles.section }}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      </form>
    </search>
  )
}
