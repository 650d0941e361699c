import type { ChequeForm } from '@daybook/domain';
import { directionOf } from '../../i18n/languages.ts';
import { Crossing } from './Crossing.tsx';
import { boxOf, type Contents, type FieldName, fieldNames, paperOf, placed } from './logic/places.ts';
import { fontFamily, measure } from './measure.ts';
import { PageSize } from './PageSize.tsx';
import { Ruler } from './Ruler.tsx';

interface Props {
  readonly form: ChequeForm;
  readonly contents: Contents;
  /** What stands between the lines across the corner; without it there are none. */
  readonly crossing?: string | undefined;
  /** Of the words. */
  readonly language: string;
  /** On a test sheet, the names of the fields: each has its box, on a grid of millimetres. */
  readonly names?: Readonly<Record<FieldName, string>>;
}

const mm = (length: number) => `${length}mm`;

/** A cheque as it goes to paper; all positions are millimetres from the corner of the form. */
export function ChequeSheet({ form, contents, crossing, language, names }: Props) {
  const paper = paperOf(form);
  const { crossed } = form.fields;
  const across = crossed && boxOf(form, { width: 32, size: 3, ...crossed });
  return (
    <div className="cheque-paper" dir="ltr" style={{ width: mm(paper.width), height: mm(paper.height) }}>
      <PageSize width={paper.width} height={paper.height} />
      <div
        className="cheque-sheet"
        style={{
          left: mm(paper.left),
          top: mm(paper.top),
          width: mm(form.width),
          height: mm(form.height),
          fontFamily,
        }}
      >
        {names && <Ruler width={form.width} height={form.height} />}
        {names && fieldNames.map((name) => <Box key={name} form={form} name={name} label={names[name]} />)}
        {placed(form, contents, measure).map(({ name, text, x, y, width, size }) => {
          const isFigure = name === 'date' || name === 'amount';
          return (
            <div
              key={name}
              className="cheque-text"
              data-field={name}
              lang={isFigure ? undefined : language}
              dir={isFigure ? 'ltr' : directionOf(language)}
              style={{ left: mm(x), top: mm(y), width: mm(width), fontSize: mm(size), height: mm(size) }}
            >
              <bdi>{text}</bdi>
            </div>
          );
        })}
        {across && crossing && (
          <div className="cheque-text" data-field="crossed" style={{ left: mm(across.x), top: mm(across.y) }}>
            <Crossing text={crossing} language={language} width={across.width} size={across.size} />
          </div>
        )}
      </div>
    </div>
  );
}

interface BoxProps {
  readonly form: ChequeForm;
  readonly name: FieldName;
  readonly label: string;
}

function Box({ form, name, label }: BoxProps) {
  const place = form.fields[name];
  if (!place) return null;
  const { x, y, width, size } = boxOf(form, place);
  return (
    <div className="cheque-box" style={{ left: mm(x), top: mm(y), width: mm(width), height: mm(size) }}>
      <bdi>{label}</bdi>
    </div>
  );
}
