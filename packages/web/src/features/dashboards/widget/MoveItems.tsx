import { Menu } from '@mantine/core'
import { IconArrowsMove } from '@tabler/icons-react'
import type { Direction } from '../../../grid/arrange.ts'
import { type GridMoves, useGridMoves } from '../../../grid/grid-moves.ts'

const entries: readonly [label: string, act: keyof GridMoves, direction: Direction][] = [
  ['Move Left', 'move', 'left'],
  ['Move Right', 'move', 'right'],
  ['Move Up', 'move', 'up'],
  ['Move Down', 'move', 'down'],
  ['Wider', 'resize', 'right'],
  ['Narrower', 'resize', 'left'],
  ['Taller', 'resize', 'down'],
  ['Shorter', 'resize', 'up'],
]

/** Moves and resizes a widget by clicks, for those who can neither drag nor use the keys; nothing while it cannot be moved. */
export function MoveItems() {
  const moves = useGridMoves()
  if (moves === null) return null
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconArrowsMove size={16} stroke={1.75} />}>Move and Resize</Menu.Sub.Item>
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
