import { HelpLink } from '../../app/help/HelpLink.tsx'
import { guideOf } from '../../app/help/help-topics.ts'

/** Leads to the guide of a type of data source, where there is one. */
export function GuideLink({ type }: { type: string }) {
  const guide = guideOf(type)
  return guide === null ? null : (
    <div>
      <HelpLink topic={guide}>Setup Instructions</HelpLink>
    </div>
  )
}
