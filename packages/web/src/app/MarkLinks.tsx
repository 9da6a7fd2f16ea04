import type { Filter } from '@sightline/domain/filters/filters.ts'
import { useRouter } from '@tanstack/react-router'
import { CopyButton } from '../ui/CopyButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { exploreLink } from './query-link.ts'

interface MarkLinksProps {
  queryId: number
  resultId: number
  /** The filters that the rows behind the mark pass. */
  filters: readonly Filter[]
}

/** Ways on from the rows behind a mark: explore them, copy a link to them, or create an alert for their query. */
export function MarkLinks({ queryId, resultId, filters }: MarkLinksProps) {
  const router = useRouter()
  const explore = exploreLink(queryId, resultId, filters)
  return (
    <>
      {explore !== null && (
        <>
          <LinkButton {...explore} variant="default" size="xs">
            Explore These Rows
          </LinkButton>
          <CopyButton text={location.origin + router.buildLocation(explore).publicHref} label="Copy Link" />
        </>
      )}
      <LinkButton to="/alerts/new" search={{ query: queryId }} variant="default" size="xs">
        Create Alert
      </LinkButton>
    </>
  )
}
