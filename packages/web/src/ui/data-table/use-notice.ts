import { useEffect, useState } from 'react'

const NOTICE_MS = 3000

/** A sentence about what was just done, and how to say the next one; it is '' again after a moment. */
export function useNotice(): [string, (sentence: string) => void] {
  const [notice, setNotice] = useState('')
  useEffect(() => {
    if (notice === '') return
    const timer = setTimeout(() => setNotice(''), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice, setNotice]
}
