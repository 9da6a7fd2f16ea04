import { CloseButton } from '@mantine/core'
import type { Widget } from '@sightline/contract/widgets.ts'
import { friendlyName } from '@sightline/domain/filters/column-name.ts'
import type { Pick } from '../values/picks.ts'
import { ValueBars } from '../values/ValueBars.tsx'
import styles from './BoardBars.module.css'
import type { Board } from './board-context.ts'

/** What the whole dashboard is seen by: its parameters, its filters, and the marks that were clicked. */
export function BoardBars({ board: { values, filters, picks }, widgets }: { board: Board; widgets: readonly Widget[] }) {
  // Of widgets that have gone nothing is left to click again.
  const chosen = picks.chosen.filter((pick) => widgets.some(({ id }) => id === pick.widgetId))
  return (
    <ValueBars place="board" values={values} filters={filters?.shown ?? []} onChoose={filters?.choose ?? (() => {})}>
      {chosen.length > 0 ? (
        <ul className={styles.picks} aria-label="Chosen marks">
          {chosen.map((pick) => (
            <li key={`${pick.widgetId} ${pick.column}`} className={styles.pick}>
              {friendlyName(pick.column)} <b>{wordsFor(pick)}</b>
              <CloseButton
                size="xs"
                aria-label={`Show all of ${friendlyName(pick.column)}`}
                onClick={() => picks.toggle(pick)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </ValueBars>
  )
}

const wordsFor = ({ value }: Pick) => (value === null ? 'null' : String(value))
