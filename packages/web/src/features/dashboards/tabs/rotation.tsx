import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import type { Tab } from '@sightline/domain/dashboards/tabs.ts'
import { useEffect, useRef } from 'react'

/** The choices of seconds for which each tab is shown. */
const seconds = [10, 30, 60, 300] as const
const names: Record<string, string> = { '10': '10 seconds', '30': '30 seconds', '60': '1 minute', '300': '5 minutes' }

/** Seconds for which each tab is shown, from the URL; null for no change. At least five, so that each tab can be read. */
export function rotationInUrl(rotate: string | undefined): number | null {
  const chosen = Number(rotate)
  return Number.isInteger(chosen) && chosen >= 5 && chosen <= 3600 ? chosen : null
}

/** Shows one tab after the other, as on a wall display. @param every seconds; null to stay on a tab */
export function useRotation(
  tabs: readonly Tab[],
  current: Tab | null,
  every: number | null,
  onChoose: (id: string) => void,
): void {
  const choose = useRef(onChoose)
  choose.current = onChoose
  const next = current === null ? undefined : tabs[(tabs.indexOf(current) + 1) % tabs.length]
  const nextId = tabs.length > 1 ? next?.id : undefined
  useEffect(() => {
    if (every === null || nextId === undefined) return
    const timer = setTimeout(() => choose.current(nextId), every * 1000)
    return () => clearTimeout(timer)
  }, [every, nextId])
}

interface RotationSelectProps {
  every: number | null
  onChange(every: number | null): void
}

/** Chooses how long each tab is shown in full screen. */
export const RotationSelect = ({ every, onChange }: RotationSelectProps) => (
  <Select
    size="xs"
    w={188}
    flex="none"
    ms="auto"
    aria-label={t`Change tabs every`}
    value={every === null ? 'off' : String(every)}
    data={[
      { value: 'off', label: t`Stay on this tab` },
      ...[...new Set([...seconds, ...(every === null ? [] : [every])])].map((choice) => ({
        value: String(choice),
        label: t`Change every ${names[choice] ?? t`${choice} seconds`}`,
      })),
    ]}
    allowDeselect={false}
    onChange={(value) => onChange(value === null || value === 'off' ? null : Number(value))}
  />
)
