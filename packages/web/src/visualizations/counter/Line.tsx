import { useElementSize } from '@mantine/hooks'
import styles from './Line.module.css'
import { LINE_WIDTH, POINT_RADIUS, type Sparkline, sparklinePath } from './sparkline.ts'

/** Pixels; a lower line would look flat. */
const MIN_HEIGHT = 20

interface LineProps {
  sparkline: Sparkline
  /** The names of its first and its last point; null for none. */
  ends: [string, string] | null
}

/** Draws a sparkline in the room that is left below the number; nothing if that is too low. */
export function Line({ sparkline, ends }: LineProps) {
  const { ref, width, height } = useElementSize()
  const isShown = width > 0 && height >= MIN_HEIGHT
  return (
    <>
      <div ref={ref} className={styles.frame}>
        {isShown && <LineSvg sparkline={sparkline} width={width} height={height} />}
      </div>
      {isShown && ends !== null && (
        <div className={styles.ends} aria-hidden>
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
    </>
  )
}

function LineSvg({ sparkline, width, height }: { sparkline: Sparkline; width: number; height: number }) {
  const { path, last } = sparklinePath(sparkline.values, width, height)
  return (
    <svg className={styles.line} width={width} height={height} aria-hidden>
      <path d={path} strokeWidth={LINE_WIDTH} />
      <circle cx={last.x} cy={last.y} r={POINT_RADIUS} />
    </svg>
  )
}
