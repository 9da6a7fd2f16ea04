import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import type { Cell } from '@sightline/contract/results.ts'
import { clickedValue } from '@sightline/domain/dashboards/click-action.ts'
import { type Definition, titleOf } from '@sightline/domain/parameters/definition.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useTimeZone } from '../time-zone.tsx'
import { type OptionsByName, optionsOf } from './options.ts'

interface SetParameterMenuProps {
  /** The values to choose from, such as those of a clicked mark. */
  cells: readonly Cell[]
  definitions: readonly Definition[]
  options: OptionsByName
  /** Receives the parameter with its new value. */
  onSet(definition: Definition): void
}

/** Sets a parameter to one of some values. Shows nothing if no parameter can have one of them, or has it already. */
export function SetParameterMenu({ cells, definitions, options, onSet }: SetParameterMenuProps) {
  const timeZone = useTimeZone()
  const settable = definitions.flatMap((definition) => {
    const known = optionsOf(definition, options)
    const choices = known?.status === 'ready' ? known.choices.map(({ value }) => value) : null
    return cells.flatMap((cell) => {
      const value = clickedValue(definition, cell, choices, timeZone)
      const isNew = value !== null && JSON.stringify(value) !== JSON.stringify(definition.value)
      return isNew ? [{ cell, definition: { ...definition, value } }] : []
    })
  })
  if (settable.length === 0) return null
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} stroke={1.75} />}>
          <Trans>Set Parameter</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {settable.map(({ cell, definition }) => (
          <Menu.Item key={`${definition.name} ${cell}`} onClick={() => onSet(definition)}>
            <bdi>{titleOf(definition)}</bdi>: <bdi>{String(cell)}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
