import { useElementSize, useMergedRef } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconNumber123 } from '@tabler/icons-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Nothing } from '../Placeholders.tsx'
import type { RendererProps } from '../visualization.ts'
import { type CounterOptions, describe, type Figure, fitScale, type Prepared, prepare } from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders one number scaled to fill its frame, and its target. */
export function Renderer({ name, options, data }: RendererProps<CounterOptions>) {
  const prepared = useMemo(
    (): Prepared => (data.kind === 'cells' ? prepare(data, options, name) : { kind: 'nothing', reason: 'No data' }),
    [data, options, name],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconNumber123} reason={prepared.reason} />
  return <Counter counter={prepared} />
}

function Counter({ counter }: { counter: Extract<Prepared, { kind: 'counter' }> }) {
  const { ref: sizeRef, width, height } = useElementSize()
  const frame = useMergedRef(sizeRef)
  const content = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  const { value, target, trend, label } = counter

  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of the content depends on these texts
  useLayoutEffect(() => {
    const element = content.current
    // Layout sizes are not affected by the CSS scale.
    if (element && width > 0) {
      setScale(fitScale({ width, height }, { width: element.offsetWidth, height: element.offsetHeight }))
    }
  }, [width, height, counter])

  return (
    <figure className={styles.frame} aria-label={describe(counter)}>
      <div ref={frame} className={styles.space}>
        <div ref={content} className={styles.content} style={{ transform: `scale(${scale})` }} data-trend={trend?.direction}>
          <FigureText figure={value} className={styles.value} />
          <div className={styles.label}>{label}</div>
          {target !== null && (
            <div className={styles.target}>
              {trend && (
                <span className={styles.trend}>
                  {trend.direction === 'positive' ? (
                    <IconArrowUp size={14} stroke={2} aria-hidden />
                  ) : (
                    <IconArrowDown size={14} stroke={2} aria-hidden />
                  )}
                  {trend.difference}
                </span>
              )}
              <span>
                vs. target <FigureText figure={target} />
              </span>
            </div>
          )}
        </div>
      </div>
    </figure>
  )
}

const FigureText = ({ figure: { prefix, text, suffix, tooltip }, className }: { figure: Figure; className?: string }) => (
  <span className={className} title={tooltip}>
    {prefix !== '' && <small>{prefix}</small>}
    {text}
    {suffix !== '' && <small>{suffix}</small>}
  </span>
)
