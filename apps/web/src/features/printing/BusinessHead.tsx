import type { Outputs } from '@daybook/client';
import { Code, Name } from '../../ui/Values.tsx';

/** Whose paper it is. */
export function BusinessHead({ name, address, phoneNumber }: Outputs['settings']['get']) {
  return (
    <>
      <p className="list-business">
        <Name>{name}</Name>
      </p>
      {address && (
        <p>
          <Name>{address}</Name>
        </p>
      )}
      {phoneNumber && (
        <p>
          <Code>{phoneNumber}</Code>
        </p>
      )}
    </>
  );
}
