import { Trans } from '@lingui/react/macro'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconRestore } from '@tabler/icons-react'
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'

interface Point {
  x: number
  y: number
}

/** Pixels after which a press is a drag and no click. */
const THRESHOLD = 3

/**
 * Opens a menu where a divider is clicked and not dragged.
 * @returns handlers for the divider or an element around it, and the place of the menu
 */
export function useDividerMenu() {
  const pressed = useRef<Point | null>(null)
  const [place, setPlace] = useState<Point | null>(null)
  return {
    place,
    close: () => setPlace(null),
    onPress: ({ clientX, clientY }: PointerEvent) => {
      pressed.current = { x: clientX, y: clientY }
    },
    onClick: ({ clientX, clientY }: MouseEvent) => {
      const from = pressed.current
      if (from === null || Math.hypot(clientX - from.x, clientY - from.y) >= THRESHOLD) return
      setPlace({ x: clientX, y: clientY })
    },
  }
}

interface DividerMenuProps {
  /** The name of the divider. */
  label: string
  /** Whether the divider moves to the sides or up and down. */
  moves: 'sideways' | 'up and down'
  /** In pixels of the window; null while the menu is closed. */
  place: Point | null
  /** Moves the divider by a step, to the left or up if it is -1. */
  onStep(by: -1 | 1): void
  onReset(): void
  onClose(): void
}

/** Moves a divider step by step, for those who cannot drag it. */
export function DividerMenu({ label, moves, place, onStep, onReset, onClose }: DividerMenuProps) {
  if (place === null) return null
  const isSideways = moves === 'sideways'
  const [Back, Forward] = isSideways ? [IconArrowLeft, IconArrowRight] : [IconArrowUp, IconArrowDown]
  return (
    <Menu opened onChange={(isOpen) => !isOpen && onClose()} position="bottom-start" width={160} returnFocus>
      <Menu.Target>
        <UnstyledButton aria-label={label} tabIndex={-1} pos="fixed" left={place.x} top={place.y} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Back size={16} stroke={1.75} />} closeMenuOnClick={false} onClick={() => onStep(-1)}>
          {isSideways ? <Trans>Move Left</Trans> : <Trans>Move Up</Trans>}
        </Menu.Item>
        <Menu.Item leftSection={<Forward size={16} stroke={1.75} />} closeMenuOnClick={false} onClick={() => onStep(1)}>
          {isSideways ? <Trans>Move Right</Trans> : <Trans>Move Down</Trans>}
        </Menu.Item>
        <Menu.Item leftSection={<IconRestore size={16} stroke={1.75} />} onClick={onReset}>
          <Trans>Restore Default Size</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
