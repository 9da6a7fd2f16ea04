import { VisuallyHidden } from '@mantine/core'
import { type NamedWidget, widgetHeading } from '@sightline/domain/dashboards/widget-heading.ts'
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { isOnPhone } from '../../../ui/phone.ts'
import { SCROLLER_ID, useNearViewport } from '../../../ui/use-near-viewport.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'
import { WidgetTitle } from './WidgetFrame.tsx'
import styles from './widget.module.css'

interface NearOnPhoneProps {
  /** The visualization, whose title the head will have; undefined for a widget without a head. */
  visualization: NamedWidget | undefined
  /** For screen readers, which stop at the text of a widget that is not rendered yet, and so bring it into view. */
  label: string
  /** Whether the widget is needed wherever it is, as for an export. */
  isNeeded?: boolean
  children: ReactNode
}

/**
 * On a phone, renders a widget once it is near the viewport, and a card with its title until then: rendering all widgets of a dashboard
 * would take a phone seconds, for one or two that are in sight.
 */
export function NearOnPhone({ visualization, label, isNeeded = false, children }: NearOnPhoneProps) {
  const card = useRef<HTMLDivElement>(null)
  const [isKnown] = useState(() => !isOnPhone())
  const isNear = useNearViewport(card, SCROLLER_ID, { isKnown })
  const hasKeyboard = useKeyboard(!isNear)
  if (isNear || isNeeded || hasKeyboard) return children
  return (
    <div ref={card} className={styles.widget} aria-busy="true">
      {visualization === undefined ? (
        <VisuallyHidden>{label}</VisuallyHidden>
      ) : (
        <div className={styles.head}>
          <WidgetTitle {...widgetHeading(visualization, visualizationOf(visualization.type)?.name ?? null)} />
        </div>
      )}
    </div>
  )
}

/** Whether a key has been pressed: then the window is a narrow one of a computer, and Tab has to find the controls of all widgets. */
function useKeyboard(isEnabled: boolean): boolean {
  const [isUsed, setIsUsed] = useState(false)
  useEffect(() => {
    if (!isEnabled || isUsed) return
    const note = () => startTransition(() => setIsUsed(true))
    document.addEventListener('keydown', note, { once: true })
    return () => document.removeEventListener('keydown', note)
  }, [isEnabled, isUsed])
  return isUsed
}
