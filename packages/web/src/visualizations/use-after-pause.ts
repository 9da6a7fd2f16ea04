import { useEffect, useRef, useState } from 'react'
import { type AfterPause, afterPause } from './after-pause.ts'

/** Reports what is typed after a pause, and at the latest when its field goes. @param pause milliseconds */
export function useAfterPause<Value>(onChange: (value: Value) => void, pause: number): AfterPause<Value> {
  const report = useRef(onChange)
  report.current = onChange
  const [later] = useState(() => afterPause((value: Value) => report.current(value), pause))
  useEffect(() => later.now, [later])
  return later
}
