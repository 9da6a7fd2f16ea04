import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { Choice } from './options.ts'

/** Long enough that most words are typed in one go. */
const TYPING_MS = 200

interface Search {
  text: string
  choices: readonly Choice[] | null
}

const none: readonly Choice[] = []

/**
 * The options that a search finds beyond those that are loaded.
 * @param find null if all options are loaded
 */
export function useFoundChoices(find: ((text: string) => Promise<readonly Choice[]>) | null, search: string) {
  const text = search.trim()
  const [asked] = useDebouncedValue(text, TYPING_MS)
  const [last, setLast] = useState<Search>({ text: '', choices: none })
  const isNeeded = find !== null && text !== ''
  useEffect(() => {
    if (find === null || asked === '') return
    let isCurrent = true
    const end = (choices: readonly Choice[] | null) => isCurrent && setLast({ text: asked, choices })
    find(asked).then(end, () => end(null))
    return () => {
      isCurrent = false
    }
  }, [find, asked])
  const isOver = isNeeded && last.text === text
  return {
    choices: isOver ? (last.choices ?? none) : none,
    isSearching: isNeeded && !isOver,
    hasFailed: isOver && last.choices === null,
  }
}
