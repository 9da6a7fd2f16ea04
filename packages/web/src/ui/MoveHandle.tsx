import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type PointerEvent, useRef, useState } from 'react'

interface MoveHandleProps {
  /** Such as `Move Revenue`. */
  label: string
  className: string | undefined
  isFirst: boolean
  isLast: boolean
  /** The item is being dragged: the pointer is captured by the list, because an item that is moved would lose it. */
  onGrab(): void
  /** Moves the item by one place. */
  onStep(by: -1 | 1): void
}

/** Pixels after which a press is a drag and no click. */
const THRESHOLD = 3

/** The handle of an item in a list: it is dragged, moved by the arrow keys, or clicked for a menu with the same steps. */
export function MoveHandle({ label, className, isFirst, isLast, onGrab, onStep }: MoveHandleProps) {
  const [isOpen, setIsOpen] = useState(false)
  const pressedAt = useRef<{ x: number; y: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    pressedAt.current = { x: event.clientX, y: event.clientY }
  }
  const onPointerMove = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLButtonElement>) => {
    const from = pressedAt.current
    if (from === null || Math.hypot(clientX - from.x, clientY - from.y) < THRESHOLD) return
    pressedAt.current = null
    currentTarget.closest('ul')?.setPointerCapture(pointerId)
    onGrab()
  }
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-start" width={136} withinPortal={false}>
      <Menu.Target>
        <button
          type="button"
          className={className}
          aria-label={label}
          aria-keyshortcuts="ArrowUp ArrowDown"
          title={t`Drag, click, or use the arrow keys`}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            pressedAt.current = null
          }}
          // The list takes the pointer over, and ends a drag when it loses it itself.
          onLostPointerCapture={(event) => event.stopPropagation()}
          onKeyDownCapture={(event) => {
            const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
            if (by === undefined) return
            // The menu would open.
            event.preventDefault()
            event.stopPropagation()
            onStep(by)
          }}
        >
          <IconGripVertical size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp size={16} stroke={1.75} />}
          closeMenuOnClick={false}
          disabled={isFirst}
          onClick={() => onStep(-1)}
        >
          <Trans>Move Up</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} stroke={1.75} />}
          closeMenuOnClick={false}
          disabled={isLast}
          onClick={() => onStep(1)}
        >
          <Trans>Move Down</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
