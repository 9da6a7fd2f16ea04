import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import styles from './ExplorePanel.module.css'
import { FilterSection } from './FilterSection.tsx'
import { GroupSection } from './GroupSection.tsx'
import { MeasureSection } from './MeasureSection.tsx'
import { SortSection } from './SortSection.tsx'
import type { SectionProps } from './section-props.ts'

/** Windows that have no room for the panel beside the result. */
const NARROW = '(max-width: 800px)'

/** The questions to the result. On narrow windows it stands above the result, collapsed at first. */
export function ExplorePanel({ resultId, ...props }: SectionProps & { resultId: number }) {
  const [isOpen, setIsOpen] = useState(() => !window.matchMedia(NARROW).matches)
  const id = useId()
  return (
    <aside className={styles.panel} aria-label={t`Exploration`} data-open={isOpen || undefined}>
      <UnstyledButton
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((now) => !now)}
      >
        <IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />
        <Trans>Group, show, filter, sort</Trans>
        <IconChevronDown size={14} stroke={1.75} className={styles.chevron} aria-hidden />
      </UnstyledButton>
      <div className={styles.sections} id={id}>
        <GroupSection {...props} />
        <MeasureSection {...props} />
        <FilterSection {...props} resultId={resultId} />
        <SortSection {...props} />
      </div>
    </aside>
  )
}
