import type { BriefProfile } from '@sightline/contract/result-profiles.ts'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useTimeZone } from '../time-zone.tsx'
import type { ShownColumns } from './column-layout.ts'
import { ProfileLoader } from './profile-loader.ts'
import type { RowSource } from './row-source.ts'

/** So long the columns in view stay the same before more profiles are loaded, so that scrolling asks for few. */
const PAUSE_MS = 120

/** The profiles of the columns in view. */
export interface HeadProfiles {
  /** undefined until it is loaded. After a change of the rows, the previous one is returned until then. */
  profile(column: number): BriefProfile | undefined
  /** Whether a profile is that of the current rows. */
  isCurrent(column: number): boolean
  hasFailed: boolean
  retry(): void
}

/** Loads the profiles of the columns in view, again whenever the rows change. @param isOn whether profiles are shown */
export function useHeadProfiles(source: RowSource, { pinned, scrolled }: ShownColumns, isOn: boolean): HeadProfiles {
  const timeZone = useTimeZone()
  const { profiles } = source
  const key = isOn && profiles !== undefined ? `${source.key} ${timeZone}` : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the rows
  const loader = useMemo(
    () => new ProfileLoader((columns, signal) => profiles?.(columns, timeZone, signal) ?? Promise.resolve([])),
    [key],
  )
  useSyncExternalStore(loader.subscribe, loader.version)
  const before = useRef(new Map<number, BriefProfile>())

  const wanted = key === null ? '' : [...pinned, ...scrolled].map(({ column }) => column.index).join()
  useEffect(() => {
    if (wanted === '') return
    // The first columns of a table are loaded at once.
    const timer = setTimeout(() => loader.want(wanted.split(',').map(Number)), loader.hasStarted ? PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [loader, wanted])
  useEffect(() => () => loader.stop(), [loader])
  useEffect(() => {
    for (const column of wanted.split(',').map(Number)) {
      const profile = loader.profile(column)
      if (profile !== undefined) before.current.set(column, profile)
    }
  })
  return {
    profile: (column) => loader.profile(column) ?? before.current.get(column),
    isCurrent: (column) => loader.profile(column) !== undefined,
    hasFailed: loader.hasFailed,
    retry: () => loader.retry(),
  }
}
