import { useLocalStorage, useMediaQuery } from '@mantine/hooks'

/** Settings of the system by which a reader asks for more than colours. */
const ASKS_FOR_MORE = '(prefers-contrast: more), (forced-colors: active)'

/**
 * Whether charts tell their series apart by patterns besides colours: as the reader has chosen in this browser, else as the system
 * asks for.
 */
export function useChartPatterns(): [areOn: boolean, choose: (areOn: boolean) => void] {
  const [chosen, choose] = useLocalStorage<boolean | null>({
    key: 'sightline-chart-patterns',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const areAsked = useMediaQuery(ASKS_FOR_MORE, false, { getInitialValueInEffect: false })
  return [chosen ?? areAsked, choose]
}
