import { t } from '@lingui/core/macro'
import { Button, Drawer } from '@mantine/core'
import { friendlyName } from '@sightline/domain/filters/column-name.ts'
import { cellName } from '@sightline/domain/format/cell-name.ts'
import { titleOf } from '@sightline/domain/parameters/definition.ts'
import { readValue } from '@sightline/domain/parameters/values.ts'
import { IconAdjustments } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useFormats } from '../../../app/use-formats.ts'
import { emptyText, optionsOf, valueText } from '../../../ui/parameters/options.ts'
import { SCROLLER_ID } from '../../../ui/use-near-viewport.ts'
import styles from './CompactFilterBar.module.css'
import { DashboardFilterBar, type DashboardFilterBarProps } from './FilterBar.tsx'

/**
 * Stands below the parameters and filters of a dashboard. Where they scroll away, in narrow and low windows, it leaves a button at the
 * top that says their values and opens them.
 */
export function CompactFilterBar(props: DashboardFilterBarProps) {
  const { parameters, filters, crossFilters } = props
  const end = useRef<HTMLDivElement>(null)
  const [isScrolledAway, setIsScrolledAway] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const { dateFormat } = useFormats()
  const definitions = parameters.definitionsIn('dashboard')
  const shown = filters?.shown ?? []
  const hasAny = definitions.length > 0 || shown.length > 0 || crossFilters.chosen.length > 0

  useEffect(() => {
    if (!hasAny || end.current === null) return
    const observer = new IntersectionObserver(([entry]) => setIsScrolledAway(entry !== undefined && isAbove(entry)), {
      root: document.getElementById(SCROLLER_ID),
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasAny])

  if (!hasAny) return null
  const chosen = [
    ...definitions.map((definition) => {
      const value = valueText(
        definition,
        readValue(definition, definition.value),
        optionsOf(definition, parameters.options),
        dateFormat,
      )
      return `${titleOf(definition)}: ${value || emptyText(definition)}`
    }),
    ...shown.flatMap(({ friendlyName: name, values, current }) =>
      current.length === values.length ? [] : [`${name}: ${current.map((value) => cellName(value)).join(', ')}`],
    ),
    ...crossFilters.chosen.map(({ column, value }) => `${friendlyName(column)}: ${cellName(value)}`),
  ]
  const close = () => setIsOpen(false)
  return (
    <>
      <div ref={end} />
      <div className={styles.place} data-unpictured>
        {isScrolledAway && (
          <Button
            className={styles.button}
            variant="default"
            size="sm"
            justify="flex-start"
            leftSection={<IconAdjustments size={16} stroke={1.75} />}
            aria-haspopup="dialog"
            aria-label={t`Parameters and Filters${chosen.length === 0 ? '' : `: ${chosen.join(' · ')}`}`}
            onClick={() => setIsOpen(true)}
          >
            <span className={styles.values}>{chosen.length === 0 ? t`Parameters and Filters` : chosen.join(' · ')}</span>
          </Button>
        )}
      </div>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        title={t`Parameters and Filters`}
        classNames={{ content: styles.sheetFrame, inner: styles.sheetPlace }}
      >
        <DashboardFilterBar
          {...props}
          parameters={{
            ...parameters,
            apply(place) {
              parameters.apply(place)
              close()
            },
          }}
        />
      </Drawer>
    </>
  )
}

const isAbove = ({ isIntersecting, boundingClientRect, rootBounds }: IntersectionObserverEntry) =>
  !isIntersecting && boundingClientRect.top <= (rootBounds?.top ?? 0)
