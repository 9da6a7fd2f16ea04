import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { isBelow, type Room } from '../../../grid/geometry.ts'
import { NEAR_PX } from '../../../ui/use-near-viewport.ts'

/** What is seen of a dashboard before anybody scrolls, and what lies near it. */
export const roomHere = (): Room => ({ width: innerWidth, height: innerHeight + NEAR_PX })

/** Whether a widget is known to lie in this room before it is on the page. */
export const isNearIn = (room: Room, { options }: Pick<ShownWidget, 'options'>): boolean =>
  !isBelow(options.position?.row ?? 0, room)
