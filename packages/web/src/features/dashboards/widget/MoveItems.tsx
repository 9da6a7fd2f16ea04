import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconArrowsMove } from '@tabler/icons-react'
import type { Direction } from '../../../grid/arrange.ts'
import { type GridMoves, useGridMoves } from '../../../grid/grid-moves.ts'

const entries: readonly [label: string, act: keyof GridMoves, direction: Direction][] = [
  [t`Move Left`, 'move', 'left'],
  [t`Move Right`, 'move', 'right'],
  [t`Move Up`, 'move', 'up'],
  [t`Move Down`, 'move', 'down'],
  [t`Wider`, 'resize', 'right'],
  [t`Narrower`, 'resize', 'left'],
  [t`Taller`, 'resize', 'down'],
  [t`Shorter`, 'resize', 'up'],
]

/** Moves and resizes a widget by clicks, for those who can neither drag nor use the keys; nothing while it cannot be moved. */
export function MoveItems() {
  const moves = useGridMoves()
  if (moves === null) return null
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconArrowsMove size={16} stroke={1.75} />}>
          <Trans>Move and Resize</Trans>
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {entries.map(([label, act, direction]) => (
          <Menu.Item key={label} onClick={() => moves[act](direction)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
