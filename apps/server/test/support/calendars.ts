import ical from 'ical.js';
import nodeIcal, { type CalendarResponse, type VEvent } from 'node-ical';

/** An event as readers see it. */
export interface ReadEvent {
  readonly uid: string;
  readonly summary: string;
  /** YYYY-MM-DD, the second one exclusive. */
  readonly days: readonly [string, string];
  readonly sequence: number;
  readonly status: string;
  readonly transparency: string;
  readonly updatedAt: string;
}

interface ReadCalendar {
  readonly name: unknown;
  readonly events: readonly ReadEvent[];
}

// It takes the value of a property that it does not know as it stands.
Object.assign(ical.design.icalendar.property, { 'x-wr-calname': ical.design.icalendar.property.summary });

/** As ical.js (Thunderbird) reads it. */
export function readByIcalJs(text: string): ReadCalendar {
  const calendar = new ical.Component(ical.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ical.Event(component);
    const textOf = (name: string) => String(component.getFirstPropertyValue(name));
    return {
      uid: event.uid,
      summary: event.summary,
      days: [event.startDate.toString(), event.endDate.toString()] as const,
      sequence: event.sequence,
      status: textOf('status'),
      transparency: textOf('transp'),
      updatedAt: new Date(textOf('last-modified')).toISOString(),
    };
  });
  return { name: calendar.getFirstPropertyValue('x-wr-calname'), events };
}

/** Such a date has no time; it is midnight where the process runs. */
const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** As node-ical reads it. */
function readByNodeIcal(text: string): ReadCalendar {
  const { vcalendar, ...others }: CalendarResponse = nodeIcal.sync.parseICS(text);
  const found = Object.values(others).filter((component) => component?.type === 'VEVENT');
  const events = found.map((component) => {
    const event = component as VEvent & { readonly lastmodified: Date };
    return {
      uid: event.uid,
      summary: String(event.summary ?? ''),
      days: [dayOf(event.start), dayOf(event.end as Date)] as const,
      sequence: Number(event.sequence),
      status: String(event.status),
      transparency: String(event.transparency),
      updatedAt: event.lastmodified.toISOString(),
    };
  });
  return { name: (vcalendar as { readonly 'WR-CALNAME'?: unknown } | undefined)?.['WR-CALNAME'], events };
}

export const readers = { 'ical.js': readByIcalJs, 'node-ical': readByNodeIcal };
