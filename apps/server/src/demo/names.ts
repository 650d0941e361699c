/** Fictitious people and firms in three scripts. */
export const workers: readonly (readonly [firstName: string, lastName: string, username: string])[] = [
  ['Ada', 'Marsh', 'ada'],
  ['Tomás', 'Núñez', 'tomas'],
  ['Ingrid', 'Sørensen', 'ingrid'],
  ['Paul', 'Okafor', 'paul'],
  ['محمد', 'العلي', 'mohammad'],
  ['فاطمة', 'حداد', 'fatima'],
  ['أحمد', 'منصور', 'ahmad'],
  ['ليلى', 'خوري', 'layla'],
  ['דוד', 'לוי', 'david'],
  ['רחל', 'מזרחי', 'rachel'],
  ['יוסף', 'כהן', 'yosef'],
  ['Nadia', 'Petrović', 'nadia'],
];

export const supervisors: readonly (readonly [firstName: string, lastName: string, username: string])[] = [
  ['Samira', 'Haddad', 'samira'],
  ['Greta', 'Olsen', 'greta'],
];

const trades = {
  latin: [
    'Hardware',
    'Printing',
    'Transport',
    'Electric',
    'Timber',
    'Cleaning',
    'Glass',
    'Bakery',
    'Paints',
    'Garage',
  ],
  arabic: [
    'للبناء',
    'للنقل',
    'للكهرباء',
    'للتجارة',
    'للزجاج',
    'للأخشاب',
    'للطباعة',
    'للتنظيف',
    'للدهان',
    'للحدادة',
  ],
  hebrew: ['בניין', 'הובלות', 'חשמל', 'סחר', 'זכוכית', 'עץ', 'דפוס', 'ניקיון', 'צבעים', 'מסגרות'],
};

/** 60 names: 30 in Latin script, 20 in Arabic, 10 in Hebrew. */
export const payees: readonly string[] = [
  ...['Northgate', 'Müller & Sons', 'Harbour'].flatMap((firm) =>
    trades.latin.map((trade) => `${firm} ${trade}`),
  ),
  ...['مؤسسة النور', 'شركة الأمل'].flatMap((firm) => trades.arabic.map((trade) => `${firm} ${trade}`)),
  ...trades.hebrew.map((trade) => `אחים לוי ${trade}`),
];

export const billTexts = [
  'Electricity',
  'Water',
  'Rent of the yard',
  'Diesel',
  'Telephone',
  'Insurance',
  'Office supplies',
  'فاتورة الكهرباء',
  'صيانة السيارة',
  'חשבון מים',
  'ביטוח',
];

export const refundTexts = ['Refund', 'Credit note', 'استرداد', 'זיכוי'];
