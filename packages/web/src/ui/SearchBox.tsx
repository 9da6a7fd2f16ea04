import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

/** Milliseconds after the last key press before a search starts. */
export const SEARCH_DEBOUNCE_MS = 200

interface SearchBoxProps {
  value: string
  placeholder: string
  onSearch(text: string): void
}

/** A debounced search field. It follows its value when that changes elsewhere (back button, "Clear search"). */
export function SearchBox({ value, placeholder, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState({ text: value, reported: value })
  const report = useDebouncedCallback((text: string) => {
    setTyped((now) => ({ ...now, reported: text.trim() }))
    onSearch(text.trim())
  }, SEARCH_DEBOUNCE_MS)
  if (value !== typed.reported) setTyped({ text: value, reported: value })

  return (
    <TextInput
      type="search"
      size="sm"
      placeholder={placeholder}
      aria-label={placeholder}
      leftSectionWidth={32}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
      value={typed.text}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped((now) => ({ ...now, text }))
        report(text)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') report.flush()
      }}
    />
  )
}
