import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import styles from '../echarts/ChartFrame.module.css'
import type { ZoomStep } from '../echarts/zoom-steps.ts'

interface ZoomButtonsProps {
  onStep(step: ZoomStep): void
  onReset(): void
}

const steps = [
  { step: 'back', label: t`Show Earlier Part`, Icon: IconChevronLeft },
  { step: 'forward', label: t`Show Later Part`, Icon: IconChevronRight },
  { step: 'in', label: t`Zoom In`, Icon: IconZoomIn },
  { step: 'out', label: t`Zoom Out`, Icon: IconZoomOut },
] as const

/** The buttons of a zoomed chart, for use without dragging and pinching: they move its visible part, or show less or more of it. */
export function ZoomButtons({ onStep, onReset }: ZoomButtonsProps) {
  return (
    <div className={styles.zoom}>
      {steps.map(({ step, label, Icon }) => (
        <ActionIcon key={step} variant="default" size={24} aria-label={label} title={label} onClick={() => onStep(step)}>
          <Icon size={14} stroke={1.75} />
        </ActionIcon>
      ))}
      <Button variant="default" size="xs" leftSection={<IconZoomReset size={14} stroke={1.75} />} onClick={onReset}>
        <Trans>Reset zoom</Trans>
      </Button>
    </div>
  )
}
