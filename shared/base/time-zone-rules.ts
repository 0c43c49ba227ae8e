/**
 * The offsets of all time zones from UTC, in the form that zone-offsets.ts reads. Written by test/time-zones/run.ts from the
 * IANA time zone database, which is in the public domain.
 */
export const TIME_ZONE_RULES = {
  version: '2026f',
  since: '2020-01-01T00:00:00Z',
  until: '2038-01-01T00:00:00Z',
  zones: `Africa/Abidjan,Africa/Accra,Africa/Bamako,Africa/Banjul,Africa/Bissau,Africa/Conakry,Africa/Dakar,Africa/Freetown,Africa/Lome,Africa/Monrovia,Africa/Nouakchott,Africa/Ouagadougou,Africa/Sao_Tome,Africa/Timbuktu,America/Danmarkshavn,Atlantic/Reykjavik,Atlantic/St_Helena,Etc/GMT,Etc/GMT+0,Etc/GMT-0,Etc/GMT0,Etc/Greenwich,Etc/UCT,Etc/UTC,Etc/Universal,Etc/Zulu,UTC|0
Africa/Addis_Ababa,Africa/Asmara,Africa/Asmera,Africa/Dar_es_Salaam,Africa/Djibouti,Africa/Kampala,Africa/Mogadishu,Africa/Nairobi,Antarctica/Syowa,Asia/Aden,Asia/Baghdad,Asia/Bahrain,Asia/Istanbul,Asia/Kuwait,Asia/Qatar,Asia/Riyadh,Etc/GMT-3,Europe/Istanbul,Europe/Kirov,Europe/Minsk,Europe/Moscow,Europe/Simferopol,Indian/Antananarivo,Indian/Comoro,Indian/Mayotte|50
Africa/Algiers,Africa/Bangui,Africa/Brazzaville,Africa/Douala,Africa/Kinshasa,Africa/Lagos,Africa/Libreville,Africa/Luanda,Africa/Malabo,Africa/Ndjamena,Africa/Niamey,Africa/Porto-Novo,Africa/Tunis,Etc/GMT-1|1o
Africa/Blantyre,Africa/Bujumbura,Africa/Gaborone,Africa/Harare,Africa/Johannesburg,Africa/Khartoum,Africa/Kigali,Africa/Lubumbashi,Africa/Lusaka,Africa/Maputo,Africa/Maseru,Africa/Mbabane,Africa/Tripoli,Africa/Windhoek,Etc/GMT-2,Europe/Kaliningrad|3c
Africa/Cairo|3c 11foo:50 5m6c 5m9o 5tyc 5eho 5tyc 5eho 5tyc 5m9o 5m6c 5m9o 5m6c 5m9o 5m6c 5m9o 5tyc 5eho 5tyc 5m9o 5m6c 5m9o 5m6c 5m9o 5m6c 5m9o 5m6c 5m9o 5tyc 5eho 5tyc
Africa/Casablanca,Africa/El_Aaiun|1o 3d7c:0 1ao0 9q00 12w0 9q00 1ao0 9q00 12w0 9xs0 12w0 9q00 1ao0 9q00 12w0 5m6c
Africa/Ceuta,Arctic/Longyearbyen,Atlantic/Jan_Mayen,Europe/Amsterdam,Europe/Andorra,Europe/Belgrade,Europe/Berlin,Europe/Bratislava,Europe/Brussels,Europe/Budapest,Europe/Busingen,Europe/Copenhagen,Europe/Gibraltar,Europe/Ljubljana,Europe/Luxembourg,Europe/Madrid,Europe/Malta,Europe/Monaco,Europe/Oslo,Europe/Paris,Europe/Podgorica,Europe/Prague,Europe/Rome,Europe/San_Marino,Europe/Sarajevo,Europe/Skopje,Europe/Stockholm,Europe/Tirane,Europe/Vaduz,Europe/Vatican,Europe/Vienna,Europe/Warsaw,Europe/Zagreb,Europe/Zurich|1o 2pto:3c 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0
Africa/Juba|50 c8z0:3c
America/Adak,America/Atka,US/Aleutian|-go 2300:-f0 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec
America/Anchorage,America/Juneau,America/Metlakatla,America/Nome,America/Sitka,America/Yakutat,US/Alaska|-f0 22yc:-dc 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec
America/Anguilla,America/Antigua,America/Aruba,America/Barbados,America/Blanc-Sablon,America/Boa_Vista,America/Campo_Grande,America/Caracas,America/Cuiaba,America/Curacao,America/Dominica,America/Grenada,America/Guadeloupe,America/Guyana,America/Kralendijk,America/La_Paz,America/Lower_Princes,America/Manaus,America/Marigot,America/Martinique,America/Montserrat,America/Port_of_Spain,America/Porto_Velho,America/Puerto_Rico,America/Santo_Domingo,America/St_Barthelemy,America/St_Kitts,America/St_Lucia,America/St_Thomas,America/St_Vincent,America/Tortola,America/Virgin,Brazil/West,Etc/GMT+4|-6o
America/Araguaina,America/Argentina/Buenos_Aires,America/Argentina/Catamarca,America/Argentina/ComodRivadavia,America/Argentina/Cordoba,America/Argentina/Jujuy,America/Argentina/La_Rioja,America/Argentina/Mendoza,America/Argentina/Rio_Gallegos,America/Argentina/Salta,America/Argentina/San_Juan,America/Argentina/San_Luis,America/Argentina/Tucuman,America/Argentina/Ushuaia,America/Bahia,America/Belem,America/Buenos_Aires,America/Catamarca,America/Cayenne,America/Cordoba,America/Fortaleza,America/Jujuy,America/Maceio,America/Mendoza,America/Montevideo,America/Paramaribo,America/Punta_Arenas,America/Recife,America/Rosario,America/Santarem,America/Sao_Paulo,Antarctica/Palmer,Antarctica/Rothera,Atlantic/Stanley,Brazil/East,Etc/GMT+3|-50
America/Asuncion|-50 2i50:-6o 61to 5eec 5u1o 5eec 5u1o 5eec 5u1o 5eec 61to
America/Atikokan,America/Bogota,America/Cancun,America/Cayman,America/Coral_Harbour,America/Eirunepe,America/Guayaquil,America/Jamaica,America/Lima,America/Panama,America/Porto_Acre,America/Rio_Branco,Brazil/Acre,Etc/GMT+5|-8c
America/Bahia_Banderas,America/Merida,America/Mexico_City,America/Monterrey,Mexico/General|-a0 2xxc:-8c 69ic 4yxo 6hac 4r5o 6hac
America/Belize,America/Costa_Rica,America/El_Salvador,America/Guatemala,America/Managua,America/Regina,America/Swift_Current,America/Tegucigalpa,Canada/Saskatchewan,Etc/GMT+6,Pacific/Galapagos|-a0
America/Boise,America/Cambridge_Bay,America/Denver,America/Shiprock,US/Mountain|-bo 22v0:-a0 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec
America/Chicago,America/Indiana/Knox,America/Indiana/Tell_City,America/Knox_IN,America/Matamoros,America/Menominee,America/North_Dakota/Beulah,America/North_Dakota/Center,America/North_Dakota/New_Salem,America/Rankin_Inlet,America/Resolute,US/Central,US/Indiana-Starke|-a0 22tc:-8c 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec
America/Chihuahua|-bo 2xz0:-a0 69ic 4yxo 6hac 4r5o
America/Ciudad_Juarez|-bo 22v0:-a0 7cec 43to 7cec 3w1o 82z0 35h0 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec
America/Coyhaique|-50 2xp0:-6o 4r5o 6hac 4r5o 6hac 4yxo 69ic 4r5o 6p2c 4r5o
America/Creston,America/Dawson_Creek,America/Fort_Nelson,America/Hermosillo,America/Phoenix,Etc/GMT+7,US/Arizona|-bo
America/Dawson,America/Whitehorse,Canada/Yukon|-dc 22wo:-bo
America/Detroit,America/Fort_Wayne,America/Grand_Turk,America/Indiana/Indianapolis,America/Indiana/Marengo,America/Indiana/Petersburg,America/Indiana/Vevay,America/Indiana/Vincennes,America/Indiana/Winamac,America/Indianapolis,America/Iqaluit,America/Kentucky/Louisville,America/Kentucky/Monticello,America/Louisville,America/Montreal,America/Nassau,America/New_York,America/Nipigon,America/Pangnirtung,America/Port-au-Prince,America/Thunder_Bay,America/Toronto,Canada/Eastern,US/East-Indiana,US/Eastern,US/Michigan|-8c 22ro:-6o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec
America/Edmonton,America/Inuvik,America/Yellowknife,Canada/Mountain|-bo 22v0:-a0 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o
America/Ensenada,America/Los_Angeles,America/Santa_Isabel,America/Tijuana,Mexico/BajaNorte,US/Pacific|-dc 22wo:-bo 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec
America/Glace_Bay,America/Goose_Bay,America/Halifax,America/Moncton,America/Thule,Atlantic/Bermuda,Canada/Atlantic|-6o 22q0:-50 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec
America/Godthab,America/Nuuk|-50 2pto:-3c 6hc0 4r40 6p40 4jc0 6p40 4jc0 bg80:-1o 6hc0 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0
America/Havana|-8c 22oc:-6o 7cg0 43s0 7cg0 3w00 7cg0 3w00 7cg0 3w00 7cg0 3w00 7cg0 3w00 iso0 3w00 7cg0 3w00 7cg0 3w00 7cg0 3w00 7cg0 43s0 7cg0 3w00 7cg0 3w00 7cg0 3w00 7cg0 3w00 7cg0 3w00 7cg0
America/Mazatlan,Mexico/BajaSur|-bo 2xz0:-a0 69ic 4yxo 6hac 4r5o 6hac
America/Miquelon|-50 22oc:-3c 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec
America/Noronha,Atlantic/South_Georgia,Brazil/DeNoronha,Etc/GMT+2|-3c
America/Ojinaga|-bo 22v0:-a0 7cec 43to 7cec 3w1o b8ec:-8c 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec
America/Rainy_River,America/Winnipeg,Canada/Central|-a0 22tc:-8c 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o
America/Santiago,Chile/Continental|-50 2xp0:-6o 4r5o 6hac 4r5o 6hac 4yxo 69ic 4r5o 6p2c 4r5o 6hac 4r5o 6hac 4r5o 6hac 4r5o 6hac 4r5o 6p2c 4jdo 6p2c 4r5o 6hac 4r5o 6hac 4r5o 6hac 4r5o 6hac 4r5o 6p2c 4jdo 6p2c 4r5o 6hac 4r5o
America/Scoresbysund|-1o 2pto:0 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 b8g0:-3c 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0
America/St_Johns,Canada/Newfoundland|-5u 22p6:-46 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec
America/Vancouver,Canada/Pacific|-dc 22wo:-bo 7cec 43to 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o 7cec 3w1o
Antarctica/Casey|ic 222o:dc 6hc1 4yqz 69p1 4yqz 69p1 4vjz
Antarctica/Davis,Asia/Bangkok,Asia/Barnaul,Asia/Ho_Chi_Minh,Asia/Hovd,Asia/Jakarta,Asia/Krasnoyarsk,Asia/Novokuznetsk,Asia/Novosibirsk,Asia/Phnom_Penh,Asia/Pontianak,Asia/Saigon,Asia/Tomsk,Asia/Vientiane,Etc/GMT-7,Indian/Christmas|bo
Antarctica/DumontDUrville,Asia/Ust-Nera,Asia/Vladivostok,Australia/Brisbane,Australia/Lindeman,Australia/Queensland,Etc/GMT-10,Pacific/Chuuk,Pacific/Guam,Pacific/Port_Moresby,Pacific/Saipan,Pacific/Truk,Pacific/Yap|go
Antarctica/Macquarie,Australia/ACT,Australia/Canberra,Australia/Currie,Australia/Hobart,Australia/Melbourne,Australia/NSW,Australia/Sydney,Australia/Tasmania,Australia/Victoria|ic 2x6o:go 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5u00 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5u00 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5u00 5m80 5m80 5m80 5m80
Antarctica/Mawson,Asia/Aqtau,Asia/Aqtobe,Asia/Ashgabat,Asia/Ashkhabad,Asia/Atyrau,Asia/Dushanbe,Asia/Karachi,Asia/Oral,Asia/Qyzylorda,Asia/Samarkand,Asia/Tashkent,Asia/Yekaterinburg,Etc/GMT-5,Indian/Kerguelen,Indian/Maldives|8c
Antarctica/McMurdo,Antarctica/South_Pole,Pacific/Auckland|lo 2x3c:k0 5eg0 5u00 5eg0 5u00 5eg0 5u00 5eg0 61s0 5eg0 5u00 5eg0 5u00 5eg0 5u00 5eg0 5u00 5eg0 5u00 5m80 5u00 5eg0 5u00 5eg0 5u00 5eg0 5u00 5eg0 5u00 5eg0 5u00 5m80 5u00 5eg0 5u00 5eg0
Antarctica/Troll|0 2pto:3c 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0
Antarctica/Vostok|bo 18njo:8c
Asia/Almaty,Asia/Qostanay|a0 1axq0:8c
Asia/Amman|3c 2ngo:50 6p40 4jc0 6p40 3o80
Asia/Anadyr,Asia/Kamchatka,Etc/GMT-12,Pacific/Funafuti,Pacific/Kwajalein,Pacific/Majuro,Pacific/Nauru,Pacific/Tarawa,Pacific/Wake,Pacific/Wallis|k0
Asia/Baku,Asia/Dubai,Asia/Muscat,Asia/Tbilisi,Asia/Yerevan,Etc/GMT-4,Europe/Astrakhan,Europe/Samara,Europe/Saratov,Europe/Ulyanovsk,Indian/Mahe,Indian/Mauritius,Indian/Reunion|6o
Asia/Beirut|3c 2poo:50 6hac 4r5o 6p2c 4jdo 6p2c 4jdo 6p2c 4r5o 6hac 4r5o 6hac 4r5o 6hac 4r5o 6p2c 4jdo 6p2c 4jdo 6p2c 4r5o 6hac 4r5o 6hac 4r5o 6p2c 4jdo 6p2c 4jdo 6p2c 4jdo 6p2c 4r5o 6hac 4r5o 6hac
Asia/Bishkek,Asia/Dacca,Asia/Dhaka,Asia/Kashgar,Asia/Omsk,Asia/Thimbu,Asia/Thimphu,Asia/Urumqi,Etc/GMT-6,Indian/Chagos|a0
Asia/Brunei,Asia/Choibalsan,Asia/Chongqing,Asia/Chungking,Asia/Harbin,Asia/Hong_Kong,Asia/Irkutsk,Asia/Kuala_Lumpur,Asia/Kuching,Asia/Macao,Asia/Macau,Asia/Makassar,Asia/Manila,Asia/Shanghai,Asia/Singapore,Asia/Taipei,Asia/Ujung_Pandang,Asia/Ulaanbaatar,Asia/Ulan_Bator,Australia/Perth,Australia/West,Etc/GMT-8|dc
Asia/Calcutta,Asia/Colombo,Asia/Kolkata|96
Asia/Chita,Asia/Dili,Asia/Jayapura,Asia/Khandyga,Asia/Pyongyang,Asia/Seoul,Asia/Tokyo,Asia/Yakutsk,Etc/GMT-9,Pacific/Palau|f0
Asia/Damascus|3c 2ngo:50 6p2c 4jdo 6p2c 4jdo
Asia/Famagusta,Asia/Nicosia,Europe/Athens,Europe/Bucharest,Europe/Helsinki,Europe/Kiev,Europe/Kyiv,Europe/Mariehamn,Europe/Nicosia,Europe/Riga,Europe/Sofia,Europe/Tallinn,Europe/Uzhgorod,Europe/Vilnius,Europe/Zaporozhye|3c 2pto:50 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0
Asia/Gaza,Asia/Hebron|3c 2oko:50 6hc0 4r40 6o00 4lk0 6o1o 5m9o 5m6c 5eho 5tyc 56po 61qc 4r5o 6hac 4r5o 6p2c 4jdo 6p2c 4jdo 6p2c 4r5o 6hac 4r5o 6hac 4r5o 6p2c 4jdo 6p2c 4jdo 6p2c 4jdo 6p2c 4r5o 69ic 4yxo 61qc
Asia/Jerusalem,Asia/Tel_Aviv|3c 2nk0:50 6jic 4oxo 6rac 4h5o 6rac 4h5o 6rac 4oxo 6jic 4oxo 6jic 4oxo 6jic 4oxo 6rac 4h5o 6rac 4h5o 6rac 4oxo 6jic 4oxo 6jic 4oxo 6rac 4h5o 6rac 4h5o 6rac 4h5o 6rac 4oxo 6jic 4oxo 6jic
Asia/Kabul|7i
Asia/Kathmandu,Asia/Katmandu|9l
Asia/Magadan,Asia/Sakhalin,Asia/Srednekolymsk,Etc/GMT-11,Pacific/Bougainville,Pacific/Efate,Pacific/Guadalcanal,Pacific/Kosrae,Pacific/Noumea,Pacific/Pohnpei,Pacific/Ponape|ic
Asia/Rangoon,Asia/Yangon,Indian/Cocos|au
Asia/Tehran|5u 2gq6:7i 5oec 5m9o 5oec 5l5o 5oec
Atlantic/Azores|-1o 2pto:0 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0
Atlantic/Canary,Atlantic/Faeroe,Atlantic/Faroe,Atlantic/Madeira,Europe/Belfast,Europe/Dublin,Europe/Guernsey,Europe/Isle_of_Man,Europe/Jersey,Europe/Lisbon,Europe/London|0 2pto:1o 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0
Atlantic/Cape_Verde,Etc/GMT+1|-1o
Australia/Adelaide,Australia/Broken_Hill,Australia/South,Australia/Yancowinna|hi 2x7i:fu 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5u00 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5u00 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5u00 5m80 5m80 5m80 5m80
Australia/Darwin,Australia/North|fu
Australia/Eucla|el
Australia/LHI,Australia/Lord_Howe|ic 2x50:hi 5m8u 5m76 5m8u 5m76 5m8u 5m76 5m8u 5tz6 5m8u 5m76 5m8u 5m76 5m8u 5m76 5m8u 5m76 5m8u 5m76 5u0u 5m76 5m8u 5m76 5m8u 5m76 5m8u 5m76 5m8u 5m76 5m8u 5m76 5u0u 5m76 5m8u 5m76 5m8u
Chile/EasterIsland,Pacific/Easter|-8c 2xp0:-a0 4r5o 6hac 4r5o 6hac 4yxo 69ic 4r5o 6p2c 4r5o 6hac 4r5o 6hac 4r5o 6hac 4r5o 6hac 4r5o 6p2c 4jdo 6p2c 4r5o 6hac 4r5o 6hac 4r5o 6hac 4r5o 6hac 4r5o 6p2c 4jdo 6p2c 4r5o 6hac 4r5o
Etc/GMT+10,Pacific/Honolulu,Pacific/Johnston,Pacific/Rarotonga,Pacific/Tahiti,US/Hawaii|-go
Etc/GMT+11,Pacific/Midway,Pacific/Niue,Pacific/Pago_Pago,Pacific/Samoa,US/Samoa|-ic
Etc/GMT+12|-k0
Etc/GMT+8,Pacific/Pitcairn|-dc
Etc/GMT+9,Pacific/Gambier|-f0
Etc/GMT-13,Pacific/Enderbury,Pacific/Fakaofo,Pacific/Kanton,Pacific/Tongatapu|lo
Etc/GMT-14,Pacific/Kiritimati|nc
Europe/Chisinau,Europe/Tiraspol|3c 2ps0:50 6hc0 4r40 6p40 4jdo 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0 4r40 6p40 4jc0 6p40 4jc0 6p40 4jc0 6p40 4r40 6hc0 4r40 6hc0
Europe/Volgograd|6o b50o:50
Pacific/Apia|nc 2x3c:lo 5eg0 5u00
Pacific/Chatham|mx 2x3c:l9 5eg0 5u00 5eg0 5u00 5eg0 5u00 5eg0 61s0 5eg0 5u00 5eg0 5u00 5eg0 5u00 5eg0 5u00 5eg0 5u00 5m80 5u00 5eg0 5u00 5eg0 5u00 5eg0 5u00 5eg0 5u00 5eg0 5u00 5m80 5u00 5eg0 5u00 5eg0
Pacific/Fiji|lo brc:k0 al40 v40
Pacific/Marquesas|-fu
Pacific/Norfolk|k0 2x50:ic 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5u00 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5u00 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5m80 5u00 5m80 5m80 5m80 5m80`,
} as const;
